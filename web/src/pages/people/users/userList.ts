// People of companies: call, sort orders and filters.
import { PERSON_FILTERS } from '@heliograph/contract/companies.ts';
import {
  choiceFilter,
  countryFilter,
  dayFilter,
  defineList,
  type RowOf,
  textFilter,
} from '../../../components/list/listState.ts';

export const userList = defineList({
  call: 'user/list',
  sorts: { name: 'up', email: 'up', company: 'up', role: 'up', createdAt: 'down' },
  defaults: { sort: 'name', size: 50 },
  stableSorts: ['email', 'company', 'createdAt'],
  filters: {
    state: choiceFilter('state', Object.fromEntries(PERSON_FILTERS.map((state) => [state, state]))),
    company: textFilter('company_id'),
    role: textFilter('role_id'),
    country: countryFilter('country_code'),
    from: dayFilter('registered_start_date'),
    to: dayFilter('registered_end_date'),
  },
});
export type PersonRow = RowOf<'user/list'>;
/** Key of a membership or an invitation. */
export const keyOfPerson = ({ uid, companyId, invitationId }: PersonRow): string =>
  invitationId > 0 ? `i${invitationId}` : `${uid} ${companyId}`;
/** Calls that the dialogs of people invalidate. */
export const PEOPLE = ['user/list', 'user/detail', 'user/company/list'] as const;
