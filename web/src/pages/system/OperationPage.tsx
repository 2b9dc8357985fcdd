// What an operator watches: the newest backup, the disk and growth of the database, and its largest tables.
import type { Response } from '@heliograph/contract/calls.ts';
import { useTranslation } from 'react-i18next';
import { prefetchCall, useCall } from '../../api/useCall.ts';
import { Age } from '../../components/Age.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { sizeOf } from '../../components/files/fileTexts.ts';
import { PageHeader } from '../../components/PageHeader.tsx';
import { full } from '../../format/numbers.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Scrolls } from '../../ui/Scrolls.tsx';
import { RowSkeletons } from '../../ui/Skeleton.tsx';
import classes from './operation.module.css';

type State = Response<'operation/state'>;

/** The disk should last this long, in days. */
const ENOUGH_DAYS = 30;

export const prefetch = (): Promise<void>[] => [prefetchCall('operation/state', {})];

export default function OperationPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useCall('operation/state', {});
  return (
    <>
      <PageHeader
        title={t('operation.title')}
        facts={data ? t('operation.versions', { version: data.version, database: data.database }) : t('operation.text')}
      />
      {data ? (
        <div className={classes.cards}>
          <BackupCard backup={data.backup} />
          <DiskCard disk={data.disk} damagedDays={data.damagedDays} />
          <TablesCard tables={data.tables} />
        </div>
      ) : (
        <Card>
          {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <RowSkeletons rows={8} height={36} />}
        </Card>
      )}
    </>
  );
}

const KINDS: Record<State['backup']['state'], 'ok' | 'info' | 'warning' | 'error'> = {
  ok: 'ok',
  archived: 'ok',
  notChecked: 'info',
  notWatched: 'warning',
  old: 'warning',
  missing: 'error',
  damaged: 'error',
  archiveFails: 'error',
};

function BackupCard({ backup: { state, madeIso, checkedIso, bytes } }: { backup: State['backup'] }) {
  const { t } = useTranslation();
  return (
    <Card title={t('operation.backup')}>
      <Notice kind={KINDS[state]}>{t(`operation.state.${state}`)}</Notice>
      <dl className={classes.facts}>
        {madeIso && (
          <>
            <dt>{t('operation.made')}</dt>
            <dd>
              <Age at={madeIso} />
            </dd>
          </>
        )}
        {bytes > 0 && (
          <>
            <dt>{t('operation.size')}</dt>
            <dd className="num">{sizeOf(bytes)}</dd>
          </>
        )}
        {checkedIso && (
          <>
            <dt>{t('operation.checked')}</dt>
            <dd>
              <Age at={checkedIso} />
            </dd>
          </>
        )}
      </dl>
    </Card>
  );
}

function DiskCard({ disk, damagedDays }: { disk: State['disk']; damagedDays: number }) {
  const { t } = useTranslation();
  const { databaseBytes, freeBytes, growthBytesPerDay: growth, daysLeft } = disk;
  return (
    <Card title={t('operation.disk')}>
      {daysLeft !== null && daysLeft < ENOUGH_DAYS && (
        <Notice kind="warning">{t('operation.soonFull', { count: daysLeft, n: full(daysLeft, 0) })}</Notice>
      )}
      {damagedDays > 0 && (
        <Notice kind="error">{t('operation.damagedDays', { count: damagedDays, n: full(damagedDays, 0) })}</Notice>
      )}
      <dl className={classes.facts}>
        <dt>{t('operation.database')}</dt>
        <dd className="num">{sizeOf(databaseBytes)}</dd>
        <dt>{t('operation.growth')}</dt>
        <dd className="num">
          {growth === null ? t('operation.notYet') : t('operation.aDay', { size: sizeOf(Math.max(0, growth)) })}
        </dd>
        <dt>{t('operation.free')}</dt>
        <dd className="num">{freeBytes === null ? t('operation.elsewhere') : sizeOf(freeBytes)}</dd>
        {daysLeft !== null && (
          <>
            <dt>{t('operation.lasts')}</dt>
            <dd className="num">{t('operation.days', { count: daysLeft, n: full(daysLeft, 0) })}</dd>
          </>
        )}
      </dl>
    </Card>
  );
}

function TablesCard({ tables }: { tables: State['tables'] }) {
  const { t } = useTranslation();
  return (
    <Card flush title={t('operation.tables')} note={t('operation.tablesNote')} className={classes.wide}>
      <Scrolls aria-label={t('operation.tables')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('operation.table')}</th>
              <th scope="col">{t('operation.rows')}</th>
              <th scope="col">{t('operation.size')}</th>
            </tr>
          </thead>
          <tbody>
            {tables.map(({ table, rows, bytes }) => (
              <tr key={table}>
                <th scope="row">{table}</th>
                <td className="num">{full(rows, 0)}</td>
                <td className="num">{sizeOf(bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
    </Card>
  );
}
