// A coloured dot with its label: status is never shown by colour alone.
import type { ReactNode } from 'react';
import classes from './ui.module.css';

export type Tone = 'ok' | 'warning' | 'fault' | 'offline' | 'accent';

export function StatusDot({ tone, icon, children }: { tone: Tone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.status} style={{ color: `color-mix(in srgb, var(--${tone}) 85%, var(--text))` }}>
      {icon ?? <span className={classes.dot} aria-hidden />}
      {children}
    </span>
  );
}
