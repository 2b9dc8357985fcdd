// A message inside a form or page: an icon and a sentence, announced to screen readers.
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './ui.module.css';

interface Props {
  /** `ok`: an action succeeded; `info`: a fact. */
  kind: 'error' | 'warning' | 'ok' | 'info';
  children: ReactNode;
}

export function Notice({ kind, children }: Props) {
  const Icon = kind === 'ok' ? IconCircleCheck : kind === 'info' ? IconInfoCircle : IconAlertTriangle;
  return (
    <div className={classes.notice} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </div>
  );
}
