// Which roll-outs a session sees, and what the stream of nudges calls one.
import type { Session } from '../context.ts';
import type { Fragment, Sql, Transaction } from '../db/connect.ts';

/** A condition on `rollouts u`: one's own, those of one's company, all. */
export const seenRollouts = (sql: Sql | Transaction, { scope, userId, companyId }: Session): Fragment =>
  scope === 'all'
    ? sql`true`
    : sql`(u.asked_by = ${userId} or (${scope === 'branch'} and u.company_id = ${companyId}))`;

/** Beside the ids of plants. */
const BEFORE = 'rollout:';

export const nudgeOf = (id: string): string => `${BEFORE}${id}`;

/** Undefined: a plant is meant. */
export const rolloutOf = (nudged: string): string | undefined =>
  nudged.startsWith(BEFORE) ? nudged.slice(BEFORE.length) : undefined;
