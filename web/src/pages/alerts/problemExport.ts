// Export of open problems to a file, with the filters of the page's address.
import type { TFunction } from 'i18next';
import type { AllAlertsSearch } from '../../components/alerts/alertSearch.ts';
import { keyOfProblem, type Problem, type ProblemState, problemsOf } from '../../components/alerts/problemsOf.ts';
import type { CsvField } from '../../components/list/column.ts';
import type { ExportProps } from '../../components/list/ExportButton.tsx';
import type { ListPath } from '../../components/list/listState.ts';
import { wireNumber } from '../../format/numbers.ts';
import { subjectOf } from './ProblemRow.tsx';

type Exported = ExportProps<ListPath, string>;

/** Returns the list whose pages are exported, with one column that has all fields of the file; it is never shown. */
export function problemExport(
  search: AllAlertsSearch,
  state: ProblemState,
  t: TFunction,
): Pick<Exported, 'list' | 'state' | 'columns' | 'keyOf'> {
  const csv: CsvField<Problem>[] = [
    { title: t('alerts.csv.plant'), value: (row) => row.siteName },
    { title: t('alerts.csv.sn'), value: (row) => row.sn },
    { title: t('alerts.csv.name'), value: (row) => subjectOf(row, t) },
    { title: t('alerts.level'), value: (row) => t(`alerts.levels.${row.level}`) },
    { title: t('alerts.csv.code'), value: (row) => row.code },
    { title: t('alerts.csv.what'), value: (row) => row.title },
    { title: t('alerts.csv.text'), value: (row) => row.desc },
    { title: t('alerts.csv.begin'), value: (row) => row.sinceIso },
    { title: t('alerts.csv.weekKwh'), value: (row) => row.weekKwh },
    { title: t('alerts.csv.weekMoney'), value: (row) => wireNumber(row.weekMoney) },
    { title: t('alerts.csv.lostKwh'), value: (row) => row.lostKwh },
    { title: t('alerts.csv.lostMoney'), value: (row) => wireNumber(row.lostMoney) },
    { title: t('alerts.csv.currency'), value: (row) => row.currency },
    { title: t('alerts.csv.actor'), value: (row) => t(`alerts.actors.${row.actor}`) },
    { title: t('alerts.csv.state'), value: (row) => t(`alerts.states.${row.state}`) },
    { title: t('alerts.csv.assigned'), value: (row) => row.assigned?.name ?? '' },
    { title: t('alerts.csv.due'), value: (row) => row.assigned?.dueDay ?? '' },
    { title: t('alerts.note'), value: (row) => row.note },
    { title: t('alerts.csv.by'), value: (row) => row.acknowledgedBy },
    { title: t('alerts.csv.at'), value: (row) => row.acknowledgedIso },
  ];
  // The types of lists want a call that sorts; this one has a single order.
  return {
    state: { sort: 'rank' },
    list: {
      call: 'problem/list',
      stableSorts: ['rank'],
      requestOf: ({ size, page }: { size: number; page: number }) => ({
        ...problemsOf(search, state),
        page: { size, num: page },
      }),
    },
    keyOf: keyOfProblem,
    columns: [{ id: 'all', title: '', widthPx: 0, cell: () => null, csv }],
  } as unknown as Pick<Exported, 'list' | 'state' | 'columns' | 'keyOf'>;
}
