// Company field for large branches; the server searches while the user types.
import '../../ui/panelStyles.ts';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import type { CompanyProps } from './CompanyChoice.tsx';

export default function CompanySearch({ company, onChange }: CompanyProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [keywords] = useDebouncedValue(typed, 250);
  const byId = useCall('device/alerts/companies', { id: company }, { enabled: company !== undefined });
  // Without an id the cache entry would be that of the whole list.
  const chosen = company === undefined ? undefined : byId.data?.list[0];
  // The name of the selected company is in the field and is not a search.
  const matches = useCall(
    'device/alerts/companies',
    { keywords: keywords === chosen?.name ? '' : keywords },
    { keepsPrevious: true, staleMs: 300_000 },
  );
  const list = matches.data?.list ?? [];
  const all = chosen && !list.some(({ id }) => id === chosen.id) ? [chosen, ...list] : list;
  return (
    <Select
      aria-label={t('alerts.company')}
      placeholder={t('alerts.anyCompany')}
      searchable
      clearable
      selectFirstOptionOnChange
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has already filtered the options.
      filter={({ options }) => options}
      limit={50}
      data={all.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={company === undefined ? null : String(company)}
      onChange={(id) => onChange(id === null ? undefined : Number(id))}
      nothingFoundMessage={matches.isFetching ? t('alerts.searching') : t('common.noMatch')}
      maxDropdownHeight={280}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
    />
  );
}
