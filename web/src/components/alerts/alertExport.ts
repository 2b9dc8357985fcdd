// Export of alerts to a file, with the filters of the page's address, fetched page by page like lists.
import type { TFunction } from 'i18next';
import type { CsvField, ListColumn } from '../list/column.ts';
import { defineList, type RowOf, type SortOf } from '../list/listState.ts';
import type { AlertSearch } from './alertSearch.ts';
import { type AlertsOf, alertsOf } from './alertsOf.ts';

type Row = RowOf<'device/alerts'>;

const alertList = defineList({
  call: 'device/alerts',
  sorts: { start: 'down', sn: 'up', code: 'up' },
  defaults: { sort: 'start', descending: true },
  stableSorts: ['start'],
  filters: {},
});

/** Returns the list whose pages are exported. */
export const exportOf = (scope: AlertsOf, search: AlertSearch) => ({
  state: alertList.stateOf({}),
  list: {
    ...alertList,
    requestOf: (state: ReturnType<typeof alertList.stateOf>) => ({
      ...alertsOf(scope, search),
      page: { size: state.size, num: state.page },
      sort: [{ field: state.sort, descending: state.descending }],
    }),
  },
});

export const keyOf = ({ sid, sn, code, startMs }: Row): string => `${sid} ${sn} ${code} ${startMs}`;

/** Returns one column with all fields of the file; it is never shown. */
export function exportColumns(t: TFunction): ListColumn<Row, SortOf<'device/alerts'>>[] {
  const csv: CsvField<Row>[] = [
    { title: t('alerts.csv.plant'), value: (row) => row.siteName },
    { title: t('alerts.csv.sn'), value: (row) => row.sn },
    { title: t('alerts.csv.name'), value: (row) => row.alias },
    { title: t('alerts.csv.model'), value: (row) => row.modelName },
    { title: t('alerts.level'), value: (row) => t(`alerts.levels.${row.level}`) },
    { title: t('alerts.csv.code'), value: (row) => row.code },
    { title: t('alerts.csv.what'), value: (row) => row.title },
    { title: t('alerts.csv.text'), value: (row) => row.desc },
    { title: t('alerts.csv.begin'), value: (row) => row.startIso },
    { title: t('alerts.csv.end'), value: (row) => row.endIso },
    { title: t('alerts.csv.seconds'), value: (row) => row.durationS },
    { title: t('alerts.csv.state'), value: (row) => t(`alerts.states.${row.state}`) },
    { title: t('alerts.note'), value: (row) => row.note },
    { title: t('alerts.csv.by'), value: (row) => row.acknowledgedBy },
    { title: t('alerts.csv.at'), value: (row) => row.acknowledgedIso },
  ];
  return [{ id: 'all', title: '', widthPx: 0, cell: () => null, csv }];
}
