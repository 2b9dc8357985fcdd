// Counters that filter: a press shows only those, another press shows all again.
import { full } from '../../format/numbers.ts';
import type { Tone } from '../../ui/StatusDot.tsx';
import classes from './FilterBar.module.css';

export interface Chip<Value extends string> {
  value: Value;
  label: string;
  /** The colour of its dot, where colours say something. */
  tone?: Tone;
  /** Undefined while it is not known. */
  count: number | undefined;
}

interface Props<Value extends string> {
  label: string;
  chips: readonly Chip<Value>[];
  value: Value | '';
  onChoose: (value: Value | '') => void;
}

export function ChoiceChips<Value extends string>({ label, chips, value, onChoose }: Props<Value>) {
  return (
    <fieldset className={classes.chips} aria-label={label}>
      {chips.map((chip) => (
        <button
          key={chip.value}
          type="button"
          className={classes.chip}
          aria-pressed={chip.value === value}
          data-none={chip.count === 0 || undefined}
          onClick={() => onChoose(chip.value === value ? '' : chip.value)}
        >
          {chip.tone && <span className={classes.chipDot} style={{ background: `var(--${chip.tone})` }} aria-hidden />}
          {chip.label}
          <b className="num">{chip.count === undefined ? '' : full(chip.count, 0)}</b>
        </button>
      ))}
    </fieldset>
  );
}
