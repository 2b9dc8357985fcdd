// Named views: opened, saved from the current one, deleted; stored per user by the server.
import '../../ui/panelStyles.ts';
import type { SavedView } from '@heliograph/contract/entities/listView.ts';
import { MAX_SAVED_VIEWS } from '@heliograph/contract/limits.ts';
import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpensFirst } from '../../ui/openers.ts';
import classes from './List.module.css';
import { type ViewsProps, ViewsTrigger } from './ViewsButton.tsx';

const textOf = (search: object): string => defaultStringifySearch({ ...search }).replace(/^\?/, '');

export default function ViewsPanel({ search, views, onChange, onOpen }: ViewsProps) {
  const { t } = useTranslation();
  const { button, opened, setOpened } = useOpensFirst();
  const [typed, setTyped] = useState('');
  const current = textOf(search);
  const name = typed.trim();
  const nameExists = views.some((view) => view.name === name);
  const isFull = views.length >= MAX_SAVED_VIEWS && !nameExists;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (name === '' || isFull) return;
    const view: SavedView = { name, search: current };
    // A view with an existing name is overwritten in place.
    onChange(nameExists ? views.map((each) => (each.name === name ? view : each)) : [...views, view]);
    setTyped('');
  };
  const open = (view: SavedView) => {
    setOpened(false);
    onOpen(defaultParseSearch(view.search));
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ViewsTrigger ref={button} onClick={() => setOpened(!opened)} aria-expanded={opened} />
      </Popover.Target>
      <Popover.Dropdown p="md" aria-label={t('list.views')}>
        {views.length > 0 && (
          <ul className={classes.savedViews}>
            {views.map((view) => (
              <li key={view.name}>
                <button type="button" aria-current={view.search === current || undefined} onClick={() => open(view)}>
                  {view.name}
                </button>
                <ActionIcon
                  size={32}
                  aria-label={t('list.deleteView', { name: view.name })}
                  onClick={() => onChange(views.filter((each) => each !== view))}
                >
                  <IconTrash size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
        <form className={classes.saveView} onSubmit={save}>
          <TextInput
            label={t('list.viewName')}
            description={t('list.viewsText')}
            value={typed}
            maxLength={60}
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={name !== '' && isFull ? t('list.viewsFull', { count: MAX_SAVED_VIEWS }) : undefined}
          />
          <Button type="submit" disabled={name === '' || isFull}>
            {t(nameExists ? 'list.overwriteView' : 'list.saveView')}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
