// One important number: label above, the figure large, its unit small and grey, a note or age below.
import type { ReactNode } from 'react';
import classes from './ui.module.css';

/** Longer figures, such as amounts of a currency without a short symbol, are shown smaller on phones. */
const LONG = 12;

interface Props {
  label: string;
  /** After the label: a control that shows more information. */
  mark?: ReactNode;
  /** As returned by `power()`, `energy()` and the other functions of format/numbers.ts. */
  figure: { text: string; unit: string };
  /** Below: money, age, share. */
  note?: ReactNode;
  size?: 'lg' | 'md' | 'sm';
  /** Shown grey: too old to count as live. */
  isStale?: boolean;
  className?: string;
}

export function Figure({ label, mark, figure, note, size = 'md', isStale = false, className = '' }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a figure is not a form field
    <div className={className} role="group" aria-label={label}>
      <div className={classes.label}>
        {label} {mark}
      </div>
      <div
        className={`${classes.value} num`}
        data-size={size}
        data-stale={isStale || undefined}
        data-long={figure.text.length > LONG || undefined}
      >
        {figure.text}
        {/* A space that can be copied and read out; there is no margin in addition. */}
        {figure.unit && <span className={classes.unit}> {figure.unit}</span>}
      </div>
      {note !== undefined && <div className={`${classes.note} num`}>{note}</div>}
    </div>
  );
}
