// Rows of menu entries, each above its children; buttons move them, which suits keyboard and touch alike.
import type { MenuEntry } from '@heliograph/contract/entities/menuEntry.ts';
import type { MenuIcon } from '@heliograph/contract/pages.ts';
import { pageAt } from '@heliograph/contract/pages.ts';
import { MENU_MODE } from '@heliograph/contract/permissions.ts';
import { ActionIcon } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconClick,
  IconFolder,
  IconLayoutList,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { type CSSProperties, Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { MoreMenu } from '../../../components/MoreMenu.tsx';
import { ICONS } from '../../../components/menuIcons.ts';
import { type Entry, entryName, isGroup } from '../entries.ts';
import classes from '../system.module.css';

export interface Move {
  entry: MenuEntry;
  /** New index among its siblings. */
  place: number;
}

interface Props {
  entries: readonly Entry[];
  depth?: number;
  mayChange: boolean;
  isBusy: boolean;
  onMove: (move: Move) => void;
  onEdit: (entry: MenuEntry) => void;
  onDelete: (entry: MenuEntry) => void;
}

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

function EntryIcon({ entry }: { entry: MenuEntry }) {
  if (entry.mode === MENU_MODE.button) return <IconClick {...ICON} />;
  if (entry.mode === MENU_MODE.pageModule) return <IconLayoutList {...ICON} />;
  const name = (entry.icon || pageAt(entry.path)?.menu?.icon) as MenuIcon | undefined;
  const Icon = (name && ICONS[name]) ?? IconFolder;
  return <Icon {...ICON} />;
}

function kindOf(t: TFunction, entry: MenuEntry): string {
  if (isGroup(entry)) return t('menus.group');
  if (entry.mode === MENU_MODE.page) return t('menus.page');
  return t(entry.mode === MENU_MODE.button ? 'menus.button' : 'menus.module');
}

export function EntryRows({ entries, depth = 0, ...shared }: Props) {
  return entries.map((entry, place) => (
    <Fragment key={entry.id}>
      <EntryRow entry={entry} place={place} last={entries.length - 1} depth={depth} {...shared} />
      <EntryRows entries={entry.children} depth={depth + 1} {...shared} />
    </Fragment>
  ));
}

interface RowProps extends Omit<Props, 'entries' | 'depth'> {
  entry: Entry;
  place: number;
  /** Index of its last sibling. */
  last: number;
  depth: number;
}

function EntryRow({ entry, place, last, depth, mayChange, isBusy, onMove, onEdit, onDelete }: RowProps) {
  const { t } = useTranslation();
  const name = entryName(t, entry);
  const actions = [
    { label: t('menus.edit'), icon: <IconPencil {...ICON} />, onClick: () => onEdit(entry) },
    { label: t('common.delete'), icon: <IconTrash {...ICON} />, isDangerous: true, onClick: () => onDelete(entry) },
  ];
  return (
    <li className={classes.entry} style={{ '--depth': depth } as CSSProperties}>
      <span className={classes.entryName}>
        <EntryIcon entry={entry} />
        {name}
      </span>
      <span className={classes.facts}>
        <span className={classes.quiet}>{kindOf(t, entry)}</span>
        <span className={classes.address}>{entry.path + (entry.params && `?${entry.params}`)}</span>
        <span className={`${classes.quiet} num`}>{t('menus.roles', { count: entry.roles })}</span>
      </span>
      {mayChange && (
        <span className={classes.moves}>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={t('menus.up', { name })}
            title={t('menus.up', { name })}
            disabled={place === 0 || isBusy}
            onClick={() => onMove({ entry, place: place - 1 })}
          >
            <IconArrowUp {...ICON} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={t('menus.down', { name })}
            title={t('menus.down', { name })}
            disabled={place === last || isBusy}
            onClick={() => onMove({ entry, place: place + 1 })}
          >
            <IconArrowDown {...ICON} />
          </ActionIcon>
          <MoreMenu actions={actions} label={t('menus.more', { name })} />
        </span>
      )}
    </li>
  );
}
