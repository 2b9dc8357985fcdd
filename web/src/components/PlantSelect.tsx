// Chooses one of the plants that the reader may add devices to, found by the server as one types.
import '../ui/panelStyles.ts';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../api/useCall.ts';

export interface ChosenPlant {
  sid: string;
  siteName: string;
}

interface Props {
  label: string;
  placeholder: string;
  value: ChosenPlant | null;
  onChange: (plant: ChosenPlant | null) => void;
  /** A plant that is no choice. */
  except?: string;
}

export function PlantSelect({ label, placeholder, value, onChange, except }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [keywords] = useDebouncedValue(typed, 250);
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const sites = useCall(
    'site/listWithSN',
    {
      page: { size: 20, num: 0 },
      filters: { keywords: chosen?.label === keywords ? '' : keywords },
      sort: [{ field: 'siteName' }],
    },
    { keepsPrevious: true },
  );
  // A plant that is only shared takes no devices from its guests.
  const mine = (sites.data?.list ?? []).filter(({ rights, sid }) => rights.addDevices && sid !== except);
  const plants = mine.map((site) => ({
    value: site.sid,
    label: [site.siteName, site.city].filter(Boolean).join(', '),
  }));
  const choices = chosen && !plants.some((plant) => plant.value === chosen.value) ? [chosen, ...plants] : plants;
  return (
    <Select
      label={label}
      placeholder={placeholder}
      data-autofocus
      searchable
      selectFirstOptionOnChange
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched already, in more than the name.
      filter={({ options }) => options}
      data={choices}
      value={value?.sid ?? null}
      onChange={(_, option) => {
        setChosen(option ? { value: option.value, label: option.label } : null);
        const siteName = mine.find(({ sid }) => sid === option?.value)?.siteName;
        onChange(option ? { sid: option.value, siteName: siteName ?? option.label } : null);
      }}
      nothingFoundMessage={sites.isFetching ? t('edit.searchingPlants') : t('common.noMatch')}
      maxDropdownHeight={260}
    />
  );
}
