// Selects the device whose parameters are shown; with many devices, also by search.
import type { Response } from '@heliograph/contract/calls.ts';
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../../components/Choice.tsx';
import classes from '../../../components/parameters/parameters.module.css';

interface Props {
  devices: Response<'gateway/parameters/devices'>['list'];
  isMore: boolean;
  sn: string | undefined;
  keywords: string;
  onSearch: (keywords: string) => void;
  onChange: (sn: string) => void;
}

export function DevicePicker({ devices, isMore, sn, keywords, onSearch, onChange }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(keywords);
  const search = useDebouncedCallback(onSearch, 300);
  const choices = devices.map(({ sn: value, alias, modelName, sleepsUntilIso }) => ({
    value,
    label: [alias === '' ? modelName : alias, value, ...(sleepsUntilIso === null ? [] : [t('parameters.asleep')])].join(
      ' · ',
    ),
  }));
  if (sn !== undefined && !choices.some(({ value }) => value === sn)) choices.unshift({ value: sn, label: sn });
  return (
    <div className={classes.picker}>
      <Choice label={t('parameters.device')} value={sn ?? ''} choices={choices} onChange={onChange} />
      {isMore && (
        <TextInput
          label={t('parameters.search')}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            search(value.trim());
          }}
        />
      )}
    </div>
  );
}
