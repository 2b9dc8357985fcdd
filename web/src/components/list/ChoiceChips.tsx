// Counters that filter: a press shows only the counted rows, another press shows all again. On wide screens they stay in one line, and those that do not fit are in a menu.
import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import { lazyPart } from '../../api/loading.ts';
import { full } from '../../format/numbers.ts';
import type { Tone } from '../../ui/StatusDot.tsx';
import classes from './FilterBar.module.css';
import { fitting } from './fitting.ts';

export interface Chip<Value extends string> {
  value: Value;
  label: string;
  /** Colour of its dot, where a colour has a meaning. */
  tone?: Tone;
  /** Undefined while loading. */
  count: number | undefined;
}

const load = () => import('./ChipMenu.tsx');
const ChipMenu = lazyPart(load);

/** Gap between two chips, and width of the menu button. */
const GAP_PX = 8;
const MENU_PX = 56;

interface Props<Value extends string> {
  label: string;
  chips: readonly Chip<Value>[];
  value: Value | '';
  onChoose: (value: Value | '') => void;
}

export function ChoiceChips<Value extends string>({ label, chips, value, onChoose }: Props<Value>) {
  const line = useRef<HTMLFieldSetElement>(null);
  const [overflow, setOverflow] = useState<readonly number[]>([]);
  const isLine = useMediaQuery('(min-width: 1200px)', undefined, { getInitialValueInEffect: false });
  // Measured before the paint, and whenever the width of the line or of its chips changes.
  useLayoutEffect(() => {
    const { current } = line;
    if (!current || !isLine) {
      setOverflow((before) => (before.length === 0 ? before : []));
      return;
    }
    const measure = (): void => {
      const widths = Array.from(current.querySelectorAll<HTMLElement>('[data-chip]'), (each) => each.offsetWidth);
      const chosen = chips.findIndex((chip) => chip.value === value);
      const hidden = fitting(widths, { room: current.clientWidth, gap: GAP_PX, menu: MENU_PX, chosen });
      setOverflow((before) => (before.join() === hidden.join() ? before : hidden));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(current);
    return () => watch.disconnect();
  }, [chips, value, isLine]);
  const choose = (chosen: Value): void => onChoose(chosen === value ? '' : chosen);
  return (
    <fieldset
      ref={line}
      className={classes.chips}
      aria-label={label}
      // Chromium does not scroll a field set to the focused element.
      onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
    >
      {chips.map((chip, index) => (
        <button
          key={chip.value}
          type="button"
          className={classes.chip}
          aria-pressed={chip.value === value}
          data-chip
          data-over={overflow.includes(index) || undefined}
          data-none={chip.count === 0 || undefined}
          onClick={() => choose(chip.value)}
        >
          {chip.tone && <span className={classes.chipDot} style={{ background: `var(--${chip.tone})` }} aria-hidden />}
          {chip.label}
          <b className="num">{countText(chip.count)}</b>
        </button>
      ))}
      {overflow.length > 0 && (
        <Suspense>
          <ChipMenu
            label={label}
            chips={overflow.flatMap((index) => chips[index] ?? [])}
            onChoose={choose as (value: string) => void}
          />
        </Suspense>
      )}
    </fieldset>
  );
}

export const countText = (count: number | undefined): string => (count === undefined ? '' : full(count, 0));
