// Whether a plant is in service, to filter a list by.
import { useTranslation } from 'react-i18next';
import type { Choice } from './filterField.ts';

export function useCommissioned(): readonly Choice[] {
  const { t } = useTranslation();
  return [
    { value: 'yes', label: t('list.commissionYes') },
    { value: 'no', label: t('list.commissionNo') },
  ];
}
