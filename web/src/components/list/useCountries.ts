// Countries to filter a list by.
import { useCall } from '../../api/useCall.ts';
import type { Choice } from './filterField.ts';

export function useCountries(): readonly Choice[] {
  const countries = useCall('common/country', {}, { staleMs: 3_600_000 });
  return (countries.data?.list ?? []).map(({ code, name }) => ({ value: code, label: name }));
}
