// Shown in place of an empty list: what the list is for and what to do next, with the button.
import type { ReactNode } from 'react';
import classes from './ui.module.css';

interface Props {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  /** Button for the next step. */
  action?: ReactNode;
  compact?: boolean;
}

export function EmptyState({ icon, title, text, action, compact = false }: Props) {
  return (
    <div className={classes.state} data-compact={compact || undefined}>
      {icon && <div className={classes.stateIcon}>{icon}</div>}
      <div className={classes.stateTitle}>{title}</div>
      {text && <div className={classes.stateText}>{text}</div>}
      {action && <div className={classes.stateAction}>{action}</div>}
    </div>
  );
}
