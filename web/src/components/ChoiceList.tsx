// The list of a Choice; replaces its button when it is first opened.
import '../ui/panelStyles.ts';
import { Select } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChoiceProps } from './Choice.tsx';
import { byFit } from './form/options.ts';

/** Number of choices above which the list is searchable by typing. */
const MANY = 8;

export default function ChoiceList({ choices, value, onChange, isInPanel = false, widthPx, ...rest }: ChoiceProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    input.current?.focus();
    setOpened(true);
  }, []);
  return (
    <Select
      {...rest}
      ref={input}
      w={widthPx}
      data={choices}
      value={value}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      allowDeselect={false}
      searchable={choices.length > MANY}
      selectFirstOptionOnChange
      filter={byFit}
      nothingFoundMessage={t('common.noMatch')}
      maxDropdownHeight={280}
      comboboxProps={{ width: 'max-content', position: 'bottom-start', withinPortal: !isInPanel }}
    />
  );
}
