// One number that matters: label above, the figure large, its unit small and grey, a note or age below.
import type { ReactNode } from 'react';
import classes from './ui.module.css';

/** Longer ones, such as amounts of a currency without a short sign, are set smaller on phones. */
const LONG = 12;

interface Props {
  label: string;
  /** Behind the label: a way to learn more. */
  mark?: ReactNode;
  /** As `power()`, `energy()` and the others of format/numbers.ts give it. */
  figure: { text: string; unit: string };
  /** Below: money, age, share. */
  note?: ReactNode;
  size?: 'lg' | 'md' | 'sm';
  /** Grey: too old to be taken as live. */
  isStale?: boolean;
  className?: string;
}

export function Figure({ label, mark, figure, note, size = 'md', isStale = false, className = '' }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a figure is no field of a form
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
        {/* A space that can be copied and read out; there is no margin beside it. */}
        {figure.unit && <span className={classes.unit}> {figure.unit}</span>}
      </div>
      {note !== undefined && <div className={`${classes.note} num`}>{note}</div>}
    </div>
  );
}
