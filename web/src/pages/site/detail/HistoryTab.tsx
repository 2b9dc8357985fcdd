// A device's samples as they were measured: a day or some days, the newest first, with all that it measures, and as a file.

import type { Response } from '@heliograph/contract/calls.ts';
import { IconTable } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { Choice } from '../../../components/Choice.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { type Column, DataTable } from '../../../components/list/DataTable.tsx';
import { Pager } from '../../../components/list/Pager.tsx';
import { useLastPage } from '../../../components/list/useLastPage.ts';
import { DASH, fixed, type TemperatureUnit } from '../../../format/numbers.ts';
import { RowBones } from '../../../ui/Bones.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import classes from './detail.module.css';
import { deviceChoices } from './deviceOrder.ts';
import { HistoryDownload } from './HistoryDownload.tsx';
import { RemovedHistory } from './RemovedHistory.tsx';
import { DayStepper } from './Stepper.tsx';
import type { SiteSearch } from './search.ts';
import { REFETCH_MS, useToday } from './useToday.ts';

type Site = Response<'site/overview'>;
type Sample = Response<'device/history'>['list'][number];

const PAGE_SIZE = 100;
const MOST_DIGITS = 3;

interface Props {
  site: Site | undefined;
  /** What the plant's readers measure temperature in. */
  temperatureUnit: TemperatureUnit | undefined;
  search: SiteSearch;
  change: (change: Partial<SiteSearch>) => void;
}

interface ReadingsProps {
  sid: string;
  sn: string;
  timezone: string;
  temperatureUnit: TemperatureUnit | undefined;
  search: Pick<SiteSearch, 'day' | 'page'>;
  change: (change: Pick<Partial<SiteSearch>, 'day' | 'page'>) => void;
  /** Beside the day: of which device. */
  beside?: ReactNode;
}

/** Of one device. */
export function Readings({ sid, sn, timezone, temperatureUnit, search, change, beside }: ReadingsProps) {
  const { t } = useTranslation();
  const today = useToday(timezone);
  const day = search.day && search.day < today ? search.day : today;
  const num = search.page ?? 0;
  const history = useCall(
    'device/history',
    { sid, sn, start: day, page: { size: PAGE_SIZE, num } },
    { keepsPrevious: true, ...(day === today ? { refetchIntervalMs: REFETCH_MS } : {}) },
  );
  const isLeft = useLastPage(history, { page: num, size: PAGE_SIZE }, (page) => change({ page: page || undefined }));
  const data = isLeft ? undefined : history.data;
  const columns = useMemo(() => columnsOf(data, temperatureUnit, t), [data, temperatureUnit, t]);
  const goTo = (next: string) => change({ day: next >= today ? undefined : next, page: undefined });
  return (
    <Card>
      <div className={classes.filters}>
        <DayStepper day={day} today={today} onDay={goTo} />
        {beside}
      </div>
      {data && data.damaged.length > 0 && <Notice kind="error">{t('history.damaged')}</Notice>}
      {!data && history.error && <ErrorState error={history.error} onRetry={() => void history.refetch()} compact />}
      {!data && !history.error && <RowBones rows={12} />}
      {data && data.total === 0 && (
        <EmptyState
          icon={<IconTable size={24} stroke={1.75} aria-hidden />}
          title={t('history.none')}
          text={t('history.noneText')}
        />
      )}
      {data && data.list.length > 0 && (
        <DataTable
          label={t('history.title')}
          columns={columns}
          rows={data.list}
          keyOf={(row) => String(row.atMs)}
          pinned={1}
          isWaiting={history.isPlaceholderData}
          resetKey={`${sn} ${day} ${num}`}
        />
      )}
      {data && data.total > PAGE_SIZE && (
        <Pager page={num} size={PAGE_SIZE} total={data.total} onPage={(page) => change({ page: page || undefined })} />
      )}
      {data && <HistoryDownload key={`files ${sn}`} sid={sid} sn={sn} day={day} today={today} />}
      {data && <RemovedHistory key={sn} sid={sid} sn={sn} timezone={timezone} day={day} today={today} />}
    </Card>
  );
}

function Loaded({ site, temperatureUnit, search, change }: Props & { site: Site }) {
  const { t } = useTranslation();
  const devices = useMemo(() => deviceChoices(site.deviceList), [site.deviceList]);
  const sn = (devices.find(({ value }) => value === search.device) ?? devices[0])?.value ?? '';
  if (sn === '') {
    return (
      <Card>
        <EmptyState
          icon={<IconTable size={24} stroke={1.75} aria-hidden />}
          title={t('plant.noDevices')}
          text={t('history.noDevicesText')}
        />
      </Card>
    );
  }
  return (
    <Readings
      {...{ sid: site.sid, sn, timezone: site.timezone, temperatureUnit, search, change }}
      beside={
        <Choice
          aria-label={t('plant.device')}
          widthPx={240}
          value={sn}
          choices={devices}
          onChange={(chosen) => change({ device: chosen, page: undefined })}
        />
      }
    />
  );
}

/** The time, what is measured in the call's order, and the status: on a phone figures come before words. */
function columnsOf(
  data: Response<'device/history'> | undefined,
  temperatureUnit: TemperatureUnit | undefined,
  t: TFunction,
): Column<Sample>[] {
  return [
    {
      id: 'time',
      title: t('history.time'),
      widthPx: 110,
      cell: ({ time }) => <span className="num">{time.slice(11)}</span>,
    },
    ...(data?.columns ?? []).map(({ name, title, unit }, place) => {
      const isFahrenheit = unit === '°C' && temperatureUnit === 'Fahrenheit';
      const toShown = (value: number) => (isFahrenheit ? (value * 9) / 5 + 32 : value);
      // One number of digits a column, so that points stand under each other.
      const digits = Math.max(0, ...data!.list.map(({ values }) => digitsOf(values[place] ?? null, toShown)));
      return {
        id: name,
        title,
        unit: isFahrenheit ? '°F' : unit,
        widthPx: 120,
        isNumber: true,
        cell: ({ values }: Sample) => {
          const value = values[place] ?? null;
          return value === null ? DASH : fixed(toShown(value), digits);
        },
      };
    }),
    {
      id: 'status',
      title: t('history.status'),
      widthPx: 190,
      cell: ({ code, statusTitle }) =>
        code === '0000' ? (
          <span className="muted">{statusTitle}</span>
        ) : (
          <>
            {statusTitle} <span className="muted num">{code}</span>
          </>
        ),
    },
  ];
}

/** Behind the point, to a thousandth at most. */
function digitsOf(value: number | null, toShown: (value: number) => number): number {
  if (value === null) return 0;
  const [, behind = ''] = String(Number(toShown(value).toFixed(MOST_DIGITS))).split('.');
  return behind.length;
}

export function HistoryTab({ site, ...rest }: Props) {
  if (site) return <Loaded site={site} {...rest} />;
  return (
    <Card>
      <RowBones rows={12} />
    </Card>
  );
}
