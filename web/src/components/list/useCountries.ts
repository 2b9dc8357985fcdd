// Choices of the list filter by country.
import { NO_COUNTRY } from '@heliograph/contract/countryFilter.ts';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import type { Choice } from './filterField.ts';

export function useCountries(): readonly Choice[] {
  const { t } = useTranslation();
  const countries = useCall('common/country', {}, { staleMs: 3_600_000 });
  return [
    ...(countries.data?.list ?? []).map(({ code, name }) => ({ value: code, label: name })),
    { value: NO_COUNTRY, label: t('list.noCountry') },
  ];
}
