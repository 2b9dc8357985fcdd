// A device's samples as measured: one day, or up to a year with loading during scrolling, newest first, with the chosen columns; also as a file.
import type { Response } from '@heliograph/contract/calls.ts';
import { MAX_HISTORY_DAYS } from '@heliograph/contract/limits.ts';
import { IconTable } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { full, type TemperatureUnit } from '../../../format/numbers.ts';
import { useAnnounced } from '../../../ui/announcer.ts';
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
import { readingsResult } from '../spokenResult.ts';
import { useToday } from '../useToday.ts';
import { HistoryDownload } from './HistoryDownload.tsx';
import { RemovedHistory, useMayRemove } from './RemovedHistory.tsx';
import { readingColumns, widened } from './readingColumns.tsx';
import { MAX_ROWS, useNewest, useReadings } from './useReadings.ts';

type Site = Response<'site/overview'>;
type SpanSearch = Pick<SiteSearch, 'span' | 'day' | 'from' | 'to'>;

interface Props {
  site: Site | undefined;
  /** Temperature unit of the plant. */
  temperatureUnit: TemperatureUnit | undefined;
  /** The session may add devices to this plant, according to the server. */
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
  /** Controls next to the days, such as the choice of the device. */
  beside?: ReactNode;
  /** The device is only the first of its plant, so that an export begins with the whole plant. */
  isFirstOfPlant?: boolean;
}

/** Readings of one device. */
export function Readings({
  sid,
  sn,
  timezone,
  temperatureUnit,
  search,
  change,
  beside,
  isFirstOfPlant,
}: ReadingsProps) {
  const { t } = useTranslation();
  const today = useToday(timezone);
  const span = requestedSpan(search, today, { usual: 'day', mostDays: MAX_HISTORY_DAYS });
  const days = { start: span.from, end: span.to < today ? span.to : today };
  const mayRemove = useMayRemove(sid, sn);
  const limit = span.isCut ? t('history.mostDays', { count: MAX_HISTORY_DAYS }) : '';
  useAnnounced(limit);
  const of = { sid, sn, ...days };
  const isLive = days.end === today;
  return (
    <Card>
      <SpanChoice
        label={t('history.of')}
        selected={span}
        today={today}
        change={change}
        result={readingsResult(useNewest(of, isLive), t)}
      >
        {beside}
      </SpanChoice>
      {limit !== '' && <p className={classes.limit}>{limit}</p>}
      <ReadingsTable key={`readings ${sn}`} of={of} isLive={isLive} temperatureUnit={temperatureUnit} />
      <HistoryDownload
        key={`files ${sn}`}
        sid={sid}
        sn={sn}
        days={days}
        today={today}
        mayRemove={mayRemove}
        beginsWithPlant={isFirstOfPlant}
      />
      <RemovedHistory key={sn} sid={sid} sn={sn} timezone={timezone} />
    </Card>
  );
}

interface TableProps {
  of: { sid: string; sn: string; start: string; end: string };
  /** New readings arrive while the table is open. */
  isLive: boolean;
  temperatureUnit: TemperatureUnit | undefined;
}

const NO_COLUMNS: Response<'device/history'>['columns'] = [];
const NO_DIGITS: ReadonlyMap<string, number> = new Map();

function ReadingsTable({ of, isLive, temperatureUnit }: TableProps) {
  const { t } = useTranslation();
  const { newest, rows, loaded, onVisible, failed } = useReadings(of, isLive);
  const { data } = newest;
  const withDay = of.start !== of.end;
  const columnsOfCall = data?.columns ?? NO_COLUMNS;
  const [shown, setShown] = useState({ temperatureUnit, digits: NO_DIGITS });
  // The unit may be loaded after the readings; the table keeps its position.
  const knownDigits = shown.temperatureUnit === temperatureUnit ? shown.digits : NO_DIGITS;
  const digits = widened(knownDigits, loaded, { columns: columnsOfCall, temperatureUnit });
  if (digits !== shown.digits || shown.temperatureUnit !== temperatureUnit) setShown({ temperatureUnit, digits });
  const columns = useMemo(
    () => readingColumns({ columns: columnsOfCall, temperatureUnit, digits, withDay }, t),
    [columnsOfCall, temperatureUnit, digits, withDay, t],
  );
  const offer = useMemo(() => offerOf(columns), [columns]);
  const settings = useListSettings('device/history', offer);
  const titles = useMemo(() => new Map(columns.map(({ id, title }) => [id, title])), [columns]);
  if (!data && newest.error) {
    return <ErrorState error={newest.error} onRetry={() => void newest.refetch()} compact />;
  }
  if (!data || !settings.isKnown) return <RowSkeletons rows={12} />;
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
              choice={settings.choice}
              fixed={offer.fixed ?? []}
              onChange={settings.changeColumns}
            />
          </div>
          {data.total > MAX_ROWS && (
            <p className={classes.limit}>{t('history.mostRows', { rows: full(MAX_ROWS, 0) })}</p>
          )}
          {failed?.error && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} compact />}
          <DataTable
            label={t('history.title')}
            columns={columns}
            rows={rows}
            keyOf={(row) => String(row.atMs)}
            choice={settings.choice}
            pinned={1}
            onVisible={onVisible}
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
      isFirstOfPlant={devices.length > 1 && sn !== search.device}
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
