// The columns of the plant list: title, unit, sort key, cell and CSV fields.
import { peakUnit } from '@heliograph/contract/peakUnit.ts';
import { statusName } from '@heliograph/contract/statuses.ts';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import type { CsvField, ListColumn } from '../../components/list/column.ts';
import { DASH, fixed, full, wireNumber } from '../../format/numbers.ts';
import { dateOf, dayText } from '../../format/times.ts';
import { locale } from '../../i18n/language.ts';
import { links } from '../../links.ts';
import { Job, LastData, LivePower, PowerBar, Reporting, StatusCell } from './cells.tsx';
import { cityOf, deviceNames, hasAlert, shareOf, weekOf, yieldOf } from './figures.ts';
import { Owner, OwnerPhone } from './Owner.tsx';
import classes from './SiteList.module.css';
import type { SiteRow, SiteSort } from './siteList.ts';
import { Week } from './Week.tsx';

type SiteColumn = ListColumn<SiteRow, SiteSort>;

const toKilo = (watts: number | null) => (watts === null ? null : watts / 1000);

/** Returns the columns. Numbers in one column share unit and rounding, so that they can be compared. `isInstaller`: shows owners at first, not the installer, which is the user. */
export function siteColumns(t: TFunction, { isInstaller = false } = {}): SiteColumn[] {
  const csv = (name: CsvName, value: CsvField<SiteRow>['value']): CsvField<SiteRow> => ({
    title: t(`sites.csv.${name}`),
    value,
  });
  const text = (title: string, widthPx: number, textOf: (row: SiteRow) => string, sort?: SiteSort) => ({
    title,
    widthPx,
    sort,
    cell: (row: SiteRow) => <span title={textOf(row)}>{textOf(row) || DASH}</span>,
  });
  const number = (title: string, sort: SiteSort, textOf: (row: SiteRow) => string, widthPx: number, unit?: string) => ({
    title,
    unit,
    widthPx,
    sort,
    isNumber: true,
    cell: textOf,
  });
  const hidden = { isHiddenByDefault: true } as const;
  const installer = (row: SiteRow) => row.installerName || row.installerEmail;
  // Installers see owner and job first, where the list is wider than the screen.
  const activity: SiteColumn[] = [
    {
      id: 'reporting',
      ...number(t('sites.reporting'), 'reporting', () => '', 112),
      cell: (row) => <Reporting row={row} />,
      csv: [csv('reporting', (row) => row.reporting), csv('devices', (row) => row.snCount)],
    },
    {
      id: 'lastData',
      title: t('list.lastData'),
      sort: 'lastUpdate',
      widthPx: 120,
      cell: (row) => <LastData row={row} />,
      csv: [csv('lastData', (row) => row.lastUpdateIso), csv('timezone', (row) => row.timezone)],
    },
  ];
  return [
    {
      id: 'status',
      title: t('list.status'),
      sort: 'problems',
      widthPx: 288,
      isFixed: true,
      cell: (row) => <StatusCell row={row} />,
      csv: [
        csv('status', (row) => t(row.isAsleep ? 'sites.sleeping' : `state.${statusName(row.status)}`)),
        csv('alert', (row) => (hasAlert(row) ? `${row.alertCode} ${row.alertTitle}` : '')),
        csv('problem', (row) => row.problem?.title ?? ''),
        csv('problems', (row) => row.problems),
        csv('weekKwh', (row) => row.problem?.weekKwh ?? null),
        csv('weekMoney', (row) => wireNumber(row.problem?.weekMoney)),
        csv('currency', (row) => row.currency),
      ],
    },
    {
      id: 'name',
      title: t('list.plant'),
      sort: 'siteName',
      widthPx: 216,
      isFixed: true,
      cell: (row) => (
        <>
          <Link className={classes.name} {...links.siteDetail(row.sid)} title={row.siteName}>
            {row.siteName}
          </Link>
          <div className="under">{cityOf(row)}</div>
        </>
      ),
      csv: [csv('name', (row) => row.siteName), csv('sid', (row) => row.sid)],
    },
    {
      id: 'now',
      ...number(t('list.now'), 'now', () => '', 104, 'kW'),
      cell: (row) => (
        <>
          <LivePower row={row} text={fixed(toKilo(row.now), 2)} />
          <PowerBar row={row} />
        </>
      ),
      csv: [csv('nowKw', (row) => toKilo(row.now))],
    },
    {
      id: 'powerMax',
      ...number(
        t('sites.peak'),
        'powerMax',
        (row) => fixed(row.powerMax > 0 ? row.powerMax / 1000 : null, 2),
        116,
        peakUnit('kWp', locale),
      ),
      isHiddenByDefault: true,
      csv: [csv('peakKw', (row) => (row.powerMax > 0 ? row.powerMax / 1000 : null))],
    },
    {
      id: 'today',
      ...number(t('list.today'), 'todayPower', (row) => fixed(row.todayPower, 2), 116, 'kWh'),
      csv: [csv('todayKwh', (row) => row.todayPower)],
    },
    {
      id: 'week',
      title: t('sites.week'),
      widthPx: 128,
      cell: (row) => <Week row={row} />,
      csv: [
        csv('lastWeekKwh', (row) => weekOf(row).energy),
        csv('lastWeekShare', (row) => {
          const { share } = weekOf(row);
          return share === null ? null : Math.round(share * 1000) / 10;
        }),
      ],
    },
    {
      id: 'soc',
      title: t('sites.charge'),
      unit: '%',
      widthPx: 112,
      isNumber: true,
      cell: (row) => fixed(row.soc, 0),
      isHiddenByDefault: true,
      csv: [csv('soc', (row) => row.soc)],
    },
    ...(isInstaller ? [] : activity),
    {
      id: 'installer',
      ...text(t('sites.installer'), 176, installer),
      ...(isInstaller ? hidden : {}),
      csv: [csv('installer', installer)],
    },
    {
      id: 'owner',
      title: t('sites.owner'),
      widthPx: 176,
      cell: (row) => (
        <>
          <Owner row={row} />
          {row.ownerPhone && (
            <div className="under">
              <OwnerPhone row={row} />
            </div>
          )}
        </>
      ),
      ...(isInstaller ? {} : hidden),
      csv: [
        csv('owner', (row) => row.userEmail),
        csv('ownerName', (row) => row.ownerName),
        csv('ownerPhone', (row) => row.ownerPhone),
      ],
    },
    {
      id: 'job',
      title: t('sites.job'),
      widthPx: 152,
      cell: (row) => <Job row={row} />,
      ...(isInstaller ? {} : hidden),
      csv: [
        csv('assigned', (row) => row.job?.name ?? ''),
        csv('due', (row) => row.job?.dueDay ?? ''),
        csv('jobs', (row) => row.jobs),
      ],
    },
    ...(isInstaller ? activity : []),
    {
      id: 'deviceNames',
      ...text(t('sites.csv.deviceNames'), 208, deviceNames),
      isHiddenByDefault: true,
      csv: [csv('deviceNames', deviceNames)],
    },
    {
      id: 'place',
      ...text(t('sites.place'), 208, (row) =>
        [row.street, row.city, row.stateName, row.countryName].filter(Boolean).join(', '),
      ),
      isHiddenByDefault: true,
      csv: [csv('street', (row) => row.street), csv('city', (row) => row.city), csv('country', (row) => row.country)],
    },
    {
      id: 'nowPerPeak',
      ...number(t('sites.nowPerPeak'), 'nowPerPeak', (row) => fixed(shareOf(row), 2), 136, peakUnit('kW/kWp', locale)),
      isHiddenByDefault: true,
      csv: [csv('nowPerPeak', shareOf)],
    },
    {
      id: 'todayPerPeak',
      ...number(
        t('sites.todayPerPeak'),
        'todayPerPeak',
        (row) => fixed(yieldOf(row), 2),
        144,
        peakUnit('kWh/kWp', locale),
      ),
      isHiddenByDefault: true,
      csv: [csv('todayPerPeak', yieldOf)],
    },
    {
      id: 'total',
      ...number(t('sites.total'), 'totalPower', (row) => full(row.totalPower, 0), 124, 'kWh'),
      isHiddenByDefault: true,
      csv: [csv('totalKwh', (row) => row.totalPower)],
    },
    {
      id: 'commissioned',
      ...text(t('sites.commissioned'), 128, (row) => dayText(row.commissionDateIso), 'commissionDate'),
      isHiddenByDefault: true,
      csv: [csv('commissioned', (row) => row.commissionDateIso?.slice(0, 10) ?? '')],
    },
    {
      id: 'created',
      ...text(t('sites.created'), 128, (row) => dateOf(row.registerDateIso, row.timezone), 'createdAt'),
      isHiddenByDefault: true,
      csv: [csv('created', (row) => row.registerDateIso)],
    },
  ];
}

type CsvName =
  | 'sid'
  | 'name'
  | 'status'
  | 'alert'
  | 'problem'
  | 'problems'
  | 'weekKwh'
  | 'weekMoney'
  | 'currency'
  | 'street'
  | 'city'
  | 'country'
  | 'owner'
  | 'ownerName'
  | 'ownerPhone'
  | 'assigned'
  | 'due'
  | 'jobs'
  | 'installer'
  | 'peakKw'
  | 'nowKw'
  | 'nowPerPeak'
  | 'todayKwh'
  | 'todayPerPeak'
  | 'totalKwh'
  | 'lastWeekKwh'
  | 'lastWeekShare'
  | 'soc'
  | 'reporting'
  | 'devices'
  | 'deviceNames'
  | 'lastData'
  | 'timezone'
  | 'commissioned'
  | 'created';
