// One search for plants, devices, pages and actions, by keyboard. Loaded on first use.
import '../../ui/panelStyles.ts';
import { Modal } from '@mantine/core';
import {
  IconArrowRight,
  IconClock,
  IconCpu,
  IconHelpCircle,
  IconLayoutSidebarRight,
  IconSearch,
  IconSolarPanel,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useAnnounced } from '../../ui/announcer.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useFocusReturn } from '../../ui/openers.ts';
import { useOverlay } from '../../ui/overlays.ts';
import { consumeEarlyKeys } from '../paletteKeys.ts';
import { GROUPS, type Group, type Hit, meant } from './hits.ts';
import classes from './palette.module.css';
import { storeRecent } from './recent.ts';
import { type Hits, useHits } from './useHits.ts';

const ICONS: Record<Group, typeof IconSearch> = {
  recent: IconClock,
  plants: IconSolarPanel,
  devices: IconCpu,
  pages: IconLayoutSidebarRight,
  actions: IconArrowRight,
  guide: IconHelpCircle,
};

interface Props {
  onClose: () => void;
  onChangePassword: () => void;
}

export default function Palette({ onClose, onChangePassword }: Props) {
  const { t } = useTranslation();
  const body = useFocusReturn(true);
  useOverlay(true, onClose);
  return (
    <Modal.Root
      opened
      onClose={onClose}
      returnFocus={false}
      closeOnEscape={false}
      size={640}
      yOffset="10dvh"
      classNames={{ content: classes.palette }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('palette.title')}>
        <div ref={body}>
          <Search onClose={onClose} onChangePassword={onChangePassword} />
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

function Search({ onClose, onChangePassword }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState('');
  /** Id of the hit that the user moved to; null for the first one. */
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { hits, isSettled, error, searchNow } = useHits(typed, onChangePassword);
  const chosenAt = hits.findIndex((hit) => hit.id === chosenId);
  const at = Math.max(0, chosenAt);

  const open = (hit: Hit) => {
    if (hit.recent) storeRecent(hit.recent);
    onClose();
    if (typeof hit.to === 'function') hit.to();
    else void navigate(hit.to);
  };
  const setEntered = useEntered({ typed, hits, isSettled, searchNow, open });
  const input = useCallback(
    (node: HTMLInputElement | null) => {
      if (!node) return;
      node.focus();
      const { text, hasEntered } = consumeEarlyKeys();
      setTyped((before) => before + text);
      if (hasEntered) setEntered(text);
    },
    [setEntered],
  );
  const type = (text: string) => {
    setTyped(text);
    setChosenId(null);
    setEntered(null);
  };
  const move = (by: number) => {
    const hit = hits.at((at + by) % hits.length);
    if (hit) setChosenId(hit.id);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      move(step);
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const hit = hits[at];
    // A hit that the user moved to, or any once all results are in; otherwise wait for them.
    if (hit && (isSettled || chosenAt >= 0)) return open(hit);
    setEntered(typed);
    searchNow();
  };
  const optionId = (hit: Hit) => `${id}-${hits.indexOf(hit)}`;
  return (
    <>
      <SearchField
        input={input}
        listId={`${id}-list`}
        activeId={hits[at] && optionId(hits[at])}
        typed={typed}
        onType={type}
        onKeyDown={press}
      />
      {error !== null && error !== undefined && <Notice kind="error">{messageOf(error, t)}</Notice>}
      <HitList
        id={`${id}-list`}
        hits={hits}
        selected={hits[at]}
        optionId={optionId}
        onOpen={open}
        onPoint={(hit) => setChosenId(hit.id)}
      />
      <Foot typed={typed.trim()} isSettled={isSettled} count={hits.length} />
    </>
  );
}

interface SearchFieldProps {
  input: (node: HTMLInputElement | null) => void;
  listId: string;
  /** Element id of the selected hit. */
  activeId: string | undefined;
  typed: string;
  onType: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function SearchField({ input, listId, activeId, typed, onType, onKeyDown }: SearchFieldProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.field}>
      <IconSearch size={20} stroke={1.75} aria-hidden />
      <input
        ref={input}
        data-autofocus
        role="combobox"
        aria-label={t('palette.title')}
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        placeholder={t('palette.placeholder')}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

interface EnteredOptions extends Pick<Hits, 'hits' | 'isSettled' | 'searchNow'> {
  typed: string;
  open: (hit: Hit) => void;
}

/** State of the text for which Enter was pressed before its results arrived; opens its hit when they do. */
function useEntered({ typed, hits, isSettled, searchNow, open }: EnteredOptions) {
  const [entered, setEntered] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when results arrive or Enter was pressed
  useEffect(() => {
    if (entered === null || entered !== typed) return;
    if (!isSettled) return searchNow();
    setEntered(null);
    const hit = meant(hits, typed.trim());
    if (hit) open(hit);
  }, [entered, typed, isSettled]);
  return setEntered;
}

function Foot({ typed, isSettled, count }: { typed: string; isSettled: boolean; count: number }) {
  const { t } = useTranslation();
  const status = isSettled
    ? count === 0
      ? t('palette.nothing', { text: typed })
      : t('palette.found', { count })
    : t('palette.searching');
  useAnnounced(typed === '' ? '' : isSettled ? status : undefined, typed);
  return (
    <div className={classes.foot}>
      <span>{typed === '' ? '' : status}</span>
      <span aria-hidden className="withKeys">
        {t('palette.keys')}
      </span>
    </div>
  );
}

interface HitListProps {
  id: string;
  hits: readonly Hit[];
  selected: Hit | undefined;
  optionId: (hit: Hit) => string;
  onOpen: (hit: Hit) => void;
  onPoint: (hit: Hit) => void;
}

/** The hits by group; the selected one is scrolled into view. */
function HitList({ id, hits, selected, optionId, onOpen, onPoint }: HitListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const at = selected ? hits.indexOf(selected) : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selected hit is scrolled into view
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [at, hits.length]);

  return (
    <div ref={list} id={id} role="listbox" aria-label={t('palette.title')} className={classes.list}>
      {GROUPS.map((group) => {
        const groupHits = hits.filter((hit) => hit.group === group);
        if (groupHits.length === 0) return null;
        const Icon = ICONS[group];
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox
          <div key={group} role="group" aria-label={t(`palette.group.${group}`)}>
            <div className={classes.group} aria-hidden>
              {t(`palette.group.${group}`)}
            </div>
            {groupHits.map((hit) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
              // biome-ignore lint/a11y/useFocusableInteractive: see above
              <div
                key={hit.id}
                id={optionId(hit)}
                role="option"
                aria-selected={hit === selected}
                className={classes.hit}
                onClick={() => onOpen(hit)}
                onPointerMove={() => onPoint(hit)}
              >
                <Icon size={18} stroke={1.75} aria-hidden />
                <span className={classes.label}>{hit.label}</span>
                {hit.note && <span className={classes.note}>{hit.note}</span>}
              </div>
            ))}
          </div>
        );
      })}
    </div>
  );
}
