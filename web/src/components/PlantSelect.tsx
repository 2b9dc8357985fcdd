// Choice of one accessible plant, by default of one that accepts devices, with a server search while typing.
import '../ui/panelStyles.ts';
import type { Response } from '@heliograph/contract/calls.ts';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../api/useCall.ts';

export interface ChosenPlant {
  sid: string;
  siteName: string;
}

type Site = Response<'site/listWithSN'>['list'][number];

interface Props {
  label: string;
  placeholder: string;
  value: ChosenPlant | null;
  onChange: (plant: ChosenPlant | null) => void;
  /** Id of a plant to leave out. */
  excludedSid?: string;
  /** Filter of plants; by default those to which the user may add devices. */
  isSelectable?: (site: Site) => boolean;
  /** In a row of choices: the label is not shown above it. */
  isBare?: boolean;
  /** Text while the server searches. */
  searching: string;
}

/** Guests of a shared plant cannot add devices to it. */
const acceptsDevices = ({ rights }: Site): boolean => rights.addDevices;

export function PlantSelect(props: Props) {
  const { label, placeholder, value, onChange, excludedSid, isBare, searching } = props;
  const { isSelectable = acceptsDevices } = props;
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
      withDevices: false,
    },
    { keepsPrevious: true },
  );
  const matches = (sites.data?.list ?? []).filter((site) => isSelectable(site) && site.sid !== excludedSid);
  const plants = matches.map((site) => ({
    value: site.sid,
    label: [site.siteName, site.city].filter(Boolean).join(', '),
  }));
  const choices = chosen && !plants.some((plant) => plant.value === chosen.value) ? [chosen, ...plants] : plants;
  return (
    <Select
      label={isBare ? undefined : label}
      aria-label={isBare ? label : undefined}
      placeholder={placeholder}
      data-autofocus
      searchable
      selectFirstOptionOnChange
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has already filtered, by more than the name.
      filter={({ options }) => options}
      data={choices}
      value={value?.sid ?? null}
      onChange={(_, option) => {
        setChosen(option ? { value: option.value, label: option.label } : null);
        const siteName = matches.find(({ sid }) => sid === option?.value)?.siteName;
        onChange(option ? { sid: option.value, siteName: siteName ?? option.label } : null);
      }}
      nothingFoundMessage={sites.isFetching ? searching : t('common.noMatch')}
      maxDropdownHeight={260}
    />
  );
}
