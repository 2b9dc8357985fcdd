// The fields of the plant list's filter panel.
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import type { Choice, FilterField } from '../../../components/list/filterField.ts';
import type { siteList } from './siteList.ts';

function useCountries(): readonly Choice[] {
  const countries = useCall('common/country', {}, { staleMs: 3_600_000 });
  return (countries.data?.list ?? []).map(({ code, name }) => ({ value: code, label: name }));
}

function useCommissioned(): readonly Choice[] {
  const { t } = useTranslation();
  return [
    { value: 'yes', label: t('sites.commissionYes') },
    { value: 'no', label: t('sites.commissionNo') },
  ];
}

export const siteFields = (t: TFunction): FilterField<keyof typeof siteList.filters>[] => [
  { name: 'name', label: t('sites.plantName') },
  { name: 'street', label: t('sites.street') },
  { name: 'owner', label: t('sites.ownerMail') },
  { name: 'installer', label: t('sites.installerMail') },
  { name: 'country', label: t('sites.country'), kind: { useChoices: useCountries } },
  { name: 'commissioned', label: t('sites.commission'), kind: { useChoices: useCommissioned } },
  { name: 'from', label: t('sites.createdFrom'), kind: 'day', until: 'to' },
  { name: 'to', label: t('sites.createdTo'), kind: 'day', since: 'from' },
];
