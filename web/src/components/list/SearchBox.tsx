// Search field of a list that searches while typing.
import { ActionIcon } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './FilterBar.module.css';

const WAIT_MS = 250;

interface Props {
  value: string;
  onSearch: (value: string) => void;
  label: string;
}

export function SearchBox({ value, onSearch, label }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const lastSent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Going back in the history changes the searched text without typing.
  useEffect(() => {
    if (value !== lastSent.current) setTyped(value);
    lastSent.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const send = (next: string) => {
    clearTimeout(timer.current);
    lastSent.current = next.trim();
    onSearch(next.trim());
  };
  const type = (next: string) => {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(next), WAIT_MS);
  };
  const clear = () => {
    setTyped('');
    send('');
    input.current?.focus();
  };
  return (
    <search className={classes.search}>
      <IconSearch size={18} stroke={1.75} aria-hidden />
      <input
        ref={input}
        type="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send(typed);
          if (event.key === 'Escape' && typed !== '') clear();
        }}
      />
      {typed !== '' && (
        <ActionIcon size={24} onClick={clear} aria-label={t('list.clearSearch')}>
          <IconX size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </search>
  );
}
