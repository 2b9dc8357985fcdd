// Who takes care of a problem until which day, marked when that day has passed.
import type { Assignment } from '@heliograph/contract/entities/problem.ts';
import { IconUserCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { assignmentText, isOverdue } from './assignment.ts';
import classes from './parts.module.css';

interface Props {
  assigned: Assignment;
  /** Of the plant. */
  timezone: string;
  /** Number of further jobs. */
  more?: number;
}

export function Assigned({ assigned, timezone, more = 0 }: Props) {
  const { t } = useTranslation();
  const text = assignmentText(assigned, timezone, t);
  return (
    <span className={classes.assigned} data-overdue={isOverdue(assigned, timezone) || undefined} title={text}>
      <IconUserCheck size={16} stroke={1.75} aria-hidden />
      <span>{text}</span>
      {more > 0 && <span className="muted num">{t('problem.moreJobs', { count: more })}</span>}
    </span>
  );
}
