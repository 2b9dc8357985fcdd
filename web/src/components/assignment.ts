// Who takes care of a problem until which day, in words.
import type { Assignment } from '@heliograph/contract/entities/problem.ts';
import type { TFunction } from 'i18next';
import { dayIn, shortDay } from '../format/times.ts';

/** Whether its due day has passed at the plant. */
export const isOverdue = ({ dueDay }: Assignment, timezone: string): boolean => dueDay < dayIn(Date.now(), timezone);

/** Returns "Anna Berg, due 3 Dec". */
export const assignmentText = (assigned: Assignment, timezone: string, t: TFunction): string =>
  t(isOverdue(assigned, timezone) ? 'problem.overdue' : 'problem.due', {
    name: assigned.name,
    day: shortDay(assigned.dueDay),
  });
