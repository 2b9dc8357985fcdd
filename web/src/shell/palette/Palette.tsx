// One search everywhere: plants, devices, pages and actions, by keyboard. Loaded when it is first asked for.
import '../../ui/panelStyles.ts';
import { Modal } from '@mantine/core';
import {
  IconArrowRight,
  IconClock,
  IconCpu,
  IconLayoutSidebarRight,
  IconSearch,
  IconSolarPanel,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useFocusReturn } from '../../ui/openers.ts';
import { takeEarly } from '../paletteKeys.ts';
import { GROUPS, type Group, type Hit, meant } from './hits.ts';
import classes from './palette.module.css';
import { keepRecent } from './recent.ts';
import { useHits } from './useHits.ts';

const ICONS: Record<Group, typeof IconSearch> = {
  recent: IconClock,
  plants: IconSolarPanel,
  devices: IconCpu,
  pages: IconLayoutSidebarRight,
  actions: IconArrowRight,
};

interface Props {
  onClose: () => void;
  onChangePassword: () => void;
}

export default function Palette({ onClose, onChangePassword }: Props) {
  const { t } = useTranslation();
  const body = useFocusReturn(true);
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
  /** What the reader moved to; the first one unless they did. */
  const [chosenId, setChosenId] = useState<string | null>(null);
  /** The words for which Enter was pressed before the answer was there. */
  const [entered, setEntered] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const { hits, isSettled, error, askNow } = useHits(typed, onChangePassword);
  const found = hits.findIndex((hit) => hit.id === chosenId);
  const at = Math.max(0, found);

  const input = useCallback((node: HTMLInputElement | null) => {
    if (!node) return;
    node.focus();
    const { text, hasEntered } = takeEarly();
    setTyped((before) => before + text);
    if (hasEntered) setEntered(text);
  }, []);
  const open = (hit: Hit) => {
    if (hit.keeps) keepRecent(hit.keeps);
    onClose();
    if (typeof hit.to === 'function') hit.to();
    else void navigate(hit.to);
  };
  const type = (text: string) => {
    setTyped(text);
    setChosenId(null);
    setEntered(null);
  };
  const move = (by: number) => {
    if (hits.length > 0) setChosenId(hits[(at + by + hits.length) % hits.length]!.id);
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
    // What the reader moved to, or sees with all answers there; else the answer is waited for.
    if (hit && (isSettled || found >= 0)) return open(hit);
    setEntered(typed);
    askNow();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at when the answers are there, or Enter was pressed
  useEffect(() => {
    if (entered === null || entered !== typed) return;
    if (!isSettled) return askNow();
    setEntered(null);
    const hit = meant(hits, typed.trim());
    if (hit) open(hit);
  }, [entered, typed, isSettled]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen is kept in sight
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [at, hits.length]);

  const optionId = (hit: Hit) => `${id}-${hits.indexOf(hit)}`;
  const status = isSettled
    ? hits.length === 0
      ? t('palette.nothing', { text: typed.trim() })
      : t('palette.found', { count: hits.length })
    : t('palette.searching');
  return (
    <>
      <div className={classes.field}>
        <IconSearch size={20} stroke={1.75} aria-hidden />
        <input
          ref={input}
          data-autofocus
          role="combobox"
          aria-label={t('palette.title')}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={hits[at] && optionId(hits[at])}
          placeholder={t('palette.placeholder')}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={press}
        />
      </div>
      {error !== null && error !== undefined && <Notice kind="error">{messageOf(error, t)}</Notice>}
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={t('palette.title')} className={classes.list}>
        {GROUPS.map((group) => {
          const own = hits.filter((hit) => hit.group === group);
          if (own.length === 0) return null;
          const Icon = ICONS[group];
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
            <div key={group} role="group" aria-label={t(`palette.group.${group}`)}>
              <div className={classes.group} aria-hidden>
                {t(`palette.group.${group}`)}
              </div>
              {own.map((hit) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field above hears the keys
                // biome-ignore lint/a11y/useFocusableInteractive: see above
                <div
                  key={hit.id}
                  id={optionId(hit)}
                  role="option"
                  aria-selected={hit === hits[at]}
                  className={classes.hit}
                  onClick={() => open(hit)}
                  onPointerMove={() => setChosenId(hit.id)}
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
      <div className={classes.foot}>
        <span role="status">{typed.trim() === '' ? '' : status}</span>
        <span aria-hidden className="withKeys">
          {t('palette.keys')}
        </span>
      </div>
    </>
  );
}
