// Deleted days of a device's history, which can be restored.
import type { Response } from '@heliograph/contract/calls.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../api/failures.ts';
import { useCall, useChange } from '../../../api/useCall.ts';
import { full } from '../../../format/numbers.ts';
import { dateOf, dateTime, dayText } from '../../../format/times.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Pager } from '../../list/Pager.tsx';
import classes from '../plant.module.css';

type Removal = Response<'device/history/removed'>['list'][number];
const PAGE_SIZE = 5;

interface Props {
  sid: string;
  sn: string;
  timezone: string;
}

const bodyOf = (sid: string, sn: string, num: number) => ({ sid, sn, page: { size: PAGE_SIZE, num } });

/** Returns whether the user may delete days of this device's history; part of the first page of the deletions. */
export const useMayRemove = (sid: string, sn: string): boolean =>
  useCall('device/history/removed', bodyOf(sid, sn, 0), { keepsPrevious: true }).data?.mayChange ?? false;

export function RemovedHistory({ sid, sn, timezone }: Props) {
  const { t } = useTranslation();
  const [num, setNum] = useState(0);
  const [restoring, setRestoring] = useState<Removal | null>(null);
  const removed = useCall('device/history/removed', bodyOf(sid, sn, num), { keepsPrevious: true });
  const restore = useChange('device/history/restore', ['device/history/removed', 'device/history', 'site/overview']);
  if (!removed.data) return null;
  const { list, total, mayChange } = removed.data;
  const days = ({ start, end }: Removal) =>
    start === end ? dayText(start) : t('history.removed.days', { start: dayText(start), end: dayText(end) });
  return (
    <>
      {total > 0 && (
        <section className={classes.removed} aria-label={t('history.removed.title')}>
          <h2>{t('history.removed.title')}</h2>
          <ul>
            {list.map((removal) => {
              const { id, reason, removedIso, removedBy, samples, state, restorableUntilIso } = removal;
              return (
                <li key={id}>
                  <div>
                    <b className="num">{days(removal)}</b>{' '}
                    <span className="muted num">
                      {t('history.removed.figures', { count: removal.days })},{' '}
                      {t('history.removed.samples', { count: samples, samples: full(samples, 0) })}
                    </span>
                    <div className={classes.reason}>{reason}</div>
                    <div className="muted num">
                      {removedBy === ''
                        ? dateTime(removedIso, timezone)
                        : t('history.removed.by', { who: removedBy, at: dateTime(removedIso, timezone) })}{' '}
                      ·{' '}
                      {restorableUntilIso
                        ? t('history.removed.until', { day: dateOf(restorableUntilIso, timezone) })
                        : t(`history.removed.state.${state}`)}
                    </div>
                  </div>
                  {mayChange && state === 'removed' && (
                    <Button
                      variant="default"
                      size="xs"
                      onClick={() => setRestoring(removal)}
                      aria-label={t('history.removed.restoreOf', { days: days(removal) })}
                    >
                      {t('history.removed.restore')}
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
          {total > PAGE_SIZE && <Pager page={num} size={PAGE_SIZE} total={total} onPage={setNum} />}
        </section>
      )}
      {restoring && (
        <ConfirmDialog
          opened
          onClose={() => setRestoring(null)}
          title={t('history.removed.restoreTitle', { days: days(restoring) })}
          text={t('history.removed.restoreText')}
          confirmLabel={t('history.removed.restore')}
          confirmColor={undefined}
          isBusy={restore.isPending}
          error={restore.error ? messageOf(restore.error, t) : null}
          onConfirm={() => restore.mutate({ sid, sn, id: restoring.id }, { onSuccess: () => setRestoring(null) })}
        />
      )}
    </>
  );
}
