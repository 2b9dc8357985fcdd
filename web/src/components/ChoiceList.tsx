// The list of a Choice; replaces its button when it is first opened.
import '../ui/panelStyles.ts';
import { CheckIcon, Select } from '@mantine/core';
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
  const langs = new Map(choices.flatMap(({ value: one, lang }) => (lang === undefined ? [] : [[one, lang] as const])));
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
      {...(langs.size > 0 && {
        renderOption: ({ option, checked }) => (
          <>
            {checked && <CheckIcon size={12} />}
            <span lang={langs.get(option.value)}>{option.label}</span>
          </>
        ),
      })}
      comboboxProps={{ width: 'max-content', position: 'bottom-start', withinPortal: !isInPanel }}
    />
  );
}
