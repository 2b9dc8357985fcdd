// The fields of the plant list's filter panel.
import { DATA_AGES } from '@heliograph/contract/dataAges.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Choice, FilterField } from '../../components/list/filterField.ts';
import { useCommissioned } from '../../components/list/useCommissioned.ts';
import { useCountries } from '../../components/list/useCountries.ts';
import type { siteList } from './siteList.ts';

function useDataAges(): readonly Choice[] {
  const { t } = useTranslation();
  return DATA_AGES.map((age) => ({ value: age, label: t(`dataAge.${age}`) }));
}

export const siteFields = (t: TFunction): FilterField<keyof typeof siteList.filters>[] => [
  { name: 'name', label: t('sites.plantName') },
  { name: 'street', label: t('list.street') },
  { name: 'owner', label: t('sites.ownerMail') },
  { name: 'installer', label: t('sites.installerMail') },
  { name: 'country', label: t('sites.country'), kind: { useChoices: useCountries } },
  { name: 'commissioned', label: t('list.commission'), kind: { useChoices: useCommissioned } },
  { name: 'heard', label: t('sites.dataAge'), kind: { useChoices: useDataAges } },
  { name: 'from', label: t('list.createdFrom'), kind: 'day', until: 'to' },
  { name: 'to', label: t('list.createdTo'), kind: 'day', since: 'from' },
];
