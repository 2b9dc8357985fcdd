// A message inside a form or page: an icon and a sentence, announced to screen readers.
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './ui.module.css';

export function Notice({ kind, children }: { kind: 'error' | 'warning' | 'ok'; children: ReactNode }) {
  const Icon = kind === 'ok' ? IconCircleCheck : IconAlertTriangle;
  return (
    <div className={classes.notice} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </div>
  );
}
