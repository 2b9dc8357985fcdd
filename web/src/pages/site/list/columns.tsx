// The columns of the plant list: title, unit, order of sorting, cell, and what the CSV says.
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import type { Column } from '../../../components/DataTable.tsx';
import { DASH, fixed, full } from '../../../format/numbers.ts';
import { dateOf, dayText } from '../../../format/times.ts';
import { links } from '../../../links.ts';
import { LastData, LivePower, PowerBar, Reporting, StatusCell } from './cells.tsx';
import { placeOf, type SiteRow, shareOf, yieldOf } from './figures.ts';
import type { SiteSort } from './listState.ts';
import classes from './SiteList.module.css';

export type SiteColumn = Column<SiteRow, SiteSort>;

export const COLUMN_OFFER = {
  ids: [
    'status',
    'name',
    'now',
    'powerMax',
    'today',
    'reporting',
    'lastData',
    'installer',
    'owner',
    'place',
    'nowPerPeak',
    'todayPerPeak',
    'total',
    'commissioned',
    'created',
  ],
  hiddenAtFirst: ['owner', 'place', 'nowPerPeak', 'todayPerPeak', 'total', 'commissioned', 'created'],
  fixed: ['status', 'name'],
} as const;

const kilo = (watts: number | null) => (watts === null ? null : watts / 1000);

export function siteColumns(t: TFunction): SiteColumn[] {
  const text = (
    id: string,
    title: string,
    widthPx: number,
    of: (row: SiteRow) => string,
    sort?: SiteSort,
  ): SiteColumn => ({
    id,
    title,
    widthPx,
    sort,
    cell: (row) => <span title={of(row)}>{of(row) || DASH}</span>,
  });
  const number = (
    id: string,
    [title, unit]: [string, string],
    sort: SiteSort,
    of: (row: SiteRow) => string,
    widthPx = 104,
  ): SiteColumn => ({ id, title, unit, widthPx, sort, isNumber: true, cell: of });
  return [
    { id: 'status', title: t('list.status'), sort: 'problems', widthPx: 164, cell: (row) => <StatusCell row={row} /> },
    {
      id: 'name',
      title: t('list.plant'),
      sort: 'siteName',
      widthPx: 232,
      cell: (row) => (
        <>
          <Link className={classes.name} {...links.siteDetail(row.sid)} title={row.siteName}>
            {row.siteName}
          </Link>
          <div className={classes.under}>{placeOf(row)}</div>
        </>
      ),
    },
    {
      ...number('now', [t('list.now'), 'kW'], 'now', () => '', 128),
      cell: (row) => (
        <>
          <LivePower row={row} text={fixed(kilo(row.now), 2)} />
          <PowerBar row={row} />
        </>
      ),
    },
    number('powerMax', [t('list.peak'), 'kWp'], 'powerMax', (row) => fixed(row.powerMax / 1000, 2)),
    number('today', [t('list.today'), 'kWh'], 'todayPower', (row) => fixed(row.todayPower, 2), 116),
    {
      ...number('reporting', [t('list.reporting'), ''], 'reporting', () => '', 112),
      unit: undefined,
      cell: (row) => <Reporting row={row} />,
    },
    {
      id: 'lastData',
      title: t('list.lastData'),
      sort: 'lastUpdate',
      widthPx: 144,
      cell: (row) => <LastData row={row} />,
    },
    text('installer', t('list.installer'), 176, (row) => row.installerName || row.installerEmail),
    text('owner', t('list.owner'), 176, (row) => row.userEmail),
    text('place', t('list.place'), 208, (row) =>
      [row.street, row.city, row.stateName, row.countryName].filter(Boolean).join(', '),
    ),
    number('nowPerPeak', [t('list.nowPerPeak'), 'kW/kWp'], 'nowPerPeak', (row) => fixed(shareOf(row), 2), 136),
    number('todayPerPeak', [t('list.todayPerPeak'), 'kWh/kWp'], 'todayPerPeak', (row) => fixed(yieldOf(row), 2), 144),
    number('total', [t('list.total'), 'kWh'], 'totalPower', (row) => full(row.totalPower, 0), 124),
    text('commissioned', t('list.commissioned'), 128, (row) => dayText(row.commissionDateIso), 'commissionDate'),
    text('created', t('list.created'), 128, (row) => dateOf(row.registerDateIso, row.timezone), 'createdAt'),
  ];
}
