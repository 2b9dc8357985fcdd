// Filter fields of the company list.
import { MADE_KINDS } from '@heliograph/contract/companies.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Choice, FilterField } from '../../../components/list/filterField.ts';
import { useCompanies } from '../users/userFields.ts';
import type { companyList } from './companyList.ts';

function useKinds(): readonly Choice[] {
  const { t } = useTranslation();
  return MADE_KINDS.map((kind) => ({ value: kind, label: t(`people.kind.${kind}`) }));
}

export const companyFields = (t: TFunction): FilterField<keyof typeof companyList.filters>[] => [
  { name: 'kind', label: t('people.kindTitle'), kind: { useChoices: useKinds } },
  { name: 'above', label: t('people.above'), kind: { useChoices: useCompanies } },
];
