// Companies of the branch: call, sort orders and filters.
import { MADE_KINDS } from '@heliograph/contract/companies.ts';
import { choiceFilter, defineList, type RowOf, textFilter } from '../../../components/list/listState.ts';

export const companyList = defineList({
  call: 'user/company/list',
  sorts: { companyName: 'up', kind: 'up', createdAt: 'down' },
  defaults: { sort: 'companyName', size: 50 },
  stableSorts: ['companyName', 'kind', 'createdAt'],
  filters: {
    kind: choiceFilter('kind', Object.fromEntries(MADE_KINDS.map((kind) => [kind, kind]))),
    above: textFilter('above_id'),
  },
});
export type CompanyRow = RowOf<'user/company/list'>;
/** Calls that the dialogs of companies invalidate. */
export const COMPANIES = ['user/company/list', 'user/list', 'device/alerts/companies'] as const;
