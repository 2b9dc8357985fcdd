// The request of the list of open problems, from the search parameters of its address.
import type { Request, Response } from '@heliograph/contract/calls.ts';
import { type AllAlertsSearch, PAGE_SIZE } from './alertSearch.ts';
import { knownCode } from './alertsOf.ts';

export type Problem = Response<'problem/list'>['list'][number];
/** States of problems; other alerts have ended, or are no problems. */
export type ProblemState = 'open' | 'acknowledged';

/** Returns whether the address asks for problems, and in which state; null: for the history of alerts. */
export const problemState = ({ state = 'open' }: AllAlertsSearch): ProblemState | null =>
  state === 'open' || state === 'acknowledged' ? state : null;

export const keyOfProblem = ({ sid, sn, code, startMs }: Problem): string => `${sid} ${sn} ${code} ${startMs}`;

/** Returns the request of the list; a page may use it to prefetch. */
export function problemsOf(search: AllAlertsSearch, state: ProblemState): Request<'problem/list'> {
  const { level, code, q, company, assigned, page: num = 0 } = search;
  return {
    page: { size: PAGE_SIZE, num },
    filters: {
      state,
      level: level === 'info' ? undefined : level,
      code: knownCode(code),
      keywords: q,
      company,
      assigned,
    },
  };
}
