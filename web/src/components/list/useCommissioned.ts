// Choices of the list filter by commissioned plants.
import { useTranslation } from 'react-i18next';
import type { Choice } from './filterField.ts';

export function useCommissioned(): readonly Choice[] {
  const { t } = useTranslation();
  return [
    { value: 'yes', label: t('list.commissionYes') },
    { value: 'no', label: t('list.commissionNo') },
  ];
}
