// Filter fields of the people list.
import { PERSON_FILTERS } from '@heliograph/contract/companies.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import type { Choice, FilterField } from '../../../components/list/filterField.ts';
import { useCountries } from '../../../components/list/useCountries.ts';
import type { userList } from './userList.ts';

const FIVE_MINUTES = { staleMs: 300_000 };

function useStates(): readonly Choice[] {
  const { t } = useTranslation();
  return PERSON_FILTERS.map((state) => ({ value: state, label: t(`people.state.${state}`) }));
}

export function useRoles(): readonly Choice[] {
  const roles = useCall('user/roles', {}, FIVE_MINUTES);
  return (roles.data?.list ?? []).map(({ groupId, groupName }) => ({ value: String(groupId), label: groupName }));
}

/** First 200 companies; the search of the list finds the others. */
export function useCompanies(): readonly Choice[] {
  const { data } = useCall('user/company/list', { page: { size: 200, num: 0 } }, FIVE_MINUTES);
  return (data?.list ?? []).map(({ id, companyName }) => ({ value: String(id), label: companyName }));
}

export const userFields = (t: TFunction): FilterField<keyof typeof userList.filters>[] => [
  { name: 'state', label: t('people.stateTitle'), kind: { useChoices: useStates } },
  { name: 'company', label: t('people.company'), kind: { useChoices: useCompanies } },
  { name: 'role', label: t('people.role'), kind: { useChoices: useRoles } },
  { name: 'country', label: t('people.country'), kind: { useChoices: useCountries } },
  { name: 'from', label: t('people.registeredFrom'), kind: 'day', until: 'to' },
  { name: 'to', label: t('people.registeredTo'), kind: 'day', since: 'from' },
];
