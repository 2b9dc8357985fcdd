// A device's samples as they were measured: a day, or up to a year of them as one scrolls, the newest first, with the columns that one chose; and as a file.
import type { Response } from '@heliograph/contract/calls.ts';
import { MAX_HISTORY_DAYS } from '@heliograph/contract/limits.ts';
import { IconTable } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { full, type TemperatureUnit } from '../../../format/numbers.ts';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { RowSkeletons } from '../../../ui/Skeleton.tsx';
import { Choice } from '../../Choice.tsx';
import { ErrorState } from '../../ErrorState.tsx';
import { ColumnsButton } from '../../list/ColumnsButton.tsx';
import { offerOf } from '../../list/column.ts';
import { DataTable } from '../../list/DataTable.tsx';
import { useListSettings } from '../../list/useListSettings.ts';
import { deviceChoices } from '../deviceOrder.ts';
import { NoDevices } from '../NoDevices.tsx';
import classes from '../plant.module.css';
import { requestedSpan } from '../reportSpan.ts';
import { SpanChoice } from '../SpanChoice.tsx';
import type { SiteSearch } from '../search.ts';
import { useToday } from '../useToday.ts';
import { HistoryDownload } from './HistoryDownload.tsx';
import { RemovedHistory, useMayRemove } from './RemovedHistory.tsx';
import { readingColumns, widened } from './readingColumns.tsx';
import { MAX_ROWS, useReadings } from './useReadings.ts';

type Site = Response<'site/overview'>;
type SpanSearch = Pick<SiteSearch, 'span' | 'day' | 'from' | 'to'>;

interface Props {
  site: Site | undefined;
  /** What the plant's readers measure temperature in. */
  temperatureUnit: TemperatureUnit | undefined;
  /** The server lets this session add devices to this plant. */
  mayRegister: boolean;
  search: SiteSearch;
  change: (change: Partial<SiteSearch>) => void;
}

interface ReadingsProps {
  sid: string;
  sn: string;
  timezone: string;
  temperatureUnit: TemperatureUnit | undefined;
  search: SpanSearch;
  change: (change: SpanSearch) => void;
  /** Beside the days: of which device. */
  beside?: ReactNode;
}

/** Of one device. */
export function Readings({ sid, sn, timezone, temperatureUnit, search, change, beside }: ReadingsProps) {
  const { t } = useTranslation();
  const today = useToday(timezone);
  const asked = requestedSpan(search, today, { usual: 'day', mostDays: MAX_HISTORY_DAYS });
  const days = { start: asked.from, end: asked.to < today ? asked.to : today };
  const mayRemove = useMayRemove(sid, sn);
  return (
    <Card>
      <SpanChoice label={t('history.of')} asked={asked} today={today} change={change}>
        {beside}
      </SpanChoice>
      {asked.isCut && (
        <p className={classes.limit} role="status">
          {t('history.mostDays', { count: MAX_HISTORY_DAYS })}
        </p>
      )}
      <ReadingsTable
        key={`readings ${sn}`}
        of={{ sid, sn, ...days }}
        isLive={days.end === today}
        temperatureUnit={temperatureUnit}
      />
      <HistoryDownload key={`files ${sn}`} sid={sid} sn={sn} days={days} today={today} mayRemove={mayRemove} />
      <RemovedHistory key={sn} sid={sid} sn={sn} timezone={timezone} />
    </Card>
  );
}

interface TableProps {
  of: { sid: string; sn: string; start: string; end: string };
  /** More readings come. */
  isLive: boolean;
  temperatureUnit: TemperatureUnit | undefined;
}

const NO_COLUMNS: Response<'device/history'>['columns'] = [];
const NO_DIGITS: ReadonlyMap<string, number> = new Map();

function ReadingsTable({ of, isLive, temperatureUnit }: TableProps) {
  const { t } = useTranslation();
  const { newest, rows, loaded, onSeen, failed } = useReadings(of, isLive);
  const { data } = newest;
  const withDay = of.start !== of.end;
  const columnsOfCall = data?.columns ?? NO_COLUMNS;
  const [wide, setWide] = useState({ temperatureUnit, digits: NO_DIGITS });
  // The unit may come after the readings, whose place the table keeps.
  const known = wide.temperatureUnit === temperatureUnit ? wide.digits : NO_DIGITS;
  const digits = widened(known, loaded, { columns: columnsOfCall, temperatureUnit });
  if (digits !== wide.digits || wide.temperatureUnit !== temperatureUnit) setWide({ temperatureUnit, digits });
  const columns = useMemo(
    () => readingColumns({ columns: columnsOfCall, temperatureUnit, digits, withDay }, t),
    [columnsOfCall, temperatureUnit, digits, withDay, t],
  );
  const offer = useMemo(() => offerOf(columns), [columns]);
  const kept = useListSettings('device/history', offer);
  const titles = useMemo(() => new Map(columns.map(({ id, title }) => [id, title])), [columns]);
  if (!data && newest.error) {
    return <ErrorState error={newest.error} onRetry={() => void newest.refetch()} compact />;
  }
  if (!data || !kept.isKnown) return <RowSkeletons rows={12} />;
  return (
    <>
      {data.damaged.length > 0 && <Notice kind="error">{t('history.damaged')}</Notice>}
      {data.total === 0 && (
        <EmptyState
          icon={<IconTable size={24} stroke={1.75} aria-hidden />}
          title={t(withDay ? 'history.noneDays' : 'history.none')}
          text={t('history.noneText')}
        />
      )}
      {data.total > 0 && (
        <>
          <div className={classes.tableBar}>
            <span className="muted num">{t('history.count', { count: data.total, samples: full(data.total, 0) })}</span>
            <ColumnsButton
              titles={titles}
              choice={kept.choice}
              fixed={offer.fixed ?? []}
              onChange={kept.changeColumns}
            />
          </div>
          {data.total > MAX_ROWS && (
            <p className={classes.limit} role="status">
              {t('history.mostRows', { rows: full(MAX_ROWS, 0) })}
            </p>
          )}
          {failed?.error && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} compact />}
          <DataTable
            label={t('history.title')}
            columns={columns}
            rows={rows}
            keyOf={(row) => String(row.atMs)}
            choice={kept.choice}
            pinned={1}
            onSeen={onSeen}
            isWaiting={newest.isPlaceholderData}
            resetKey={`${of.sn} ${of.start} ${of.end}`}
          />
        </>
      )}
    </>
  );
}

function Loaded({ site, temperatureUnit, mayRegister, search, change }: Props & { site: Site }) {
  const { t } = useTranslation();
  const devices = useMemo(() => deviceChoices(site.deviceList), [site.deviceList]);
  const sn = (devices.find(({ value }) => value === search.device) ?? devices[0])?.value ?? '';
  if (sn === '') {
    return (
      <Card>
        <NoDevices sid={site.sid} mayRegister={mayRegister} />
      </Card>
    );
  }
  return (
    <Readings
      sid={site.sid}
      sn={sn}
      timezone={site.timezone}
      temperatureUnit={temperatureUnit}
      search={search}
      change={change}
      beside={
        <Choice
          aria-label={t('plant.device')}
          widthPx={240}
          value={sn}
          choices={devices}
          onChange={(chosen) => change({ device: chosen })}
        />
      }
    />
  );
}

export function HistoryTab({ site, ...rest }: Props) {
  if (site) return <Loaded site={site} {...rest} />;
  return (
    <Card>
      <RowSkeletons rows={12} />
    </Card>
  );
}
