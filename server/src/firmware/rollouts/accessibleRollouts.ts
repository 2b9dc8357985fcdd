// Which roll-outs a session sees, and what the stream of nudges calls one.
import type { Session } from '../../context.ts';
import type { Fragment, Sql, Transaction } from '../../platform/database/connect.ts';

/** A condition on `rollouts u`: those of the session's company, whoever began them there, or all. Who has left it sees none of them, own ones either. */
export const accessibleRollouts = (
  sql: Sql | Transaction,
  { scope, companyId }: Pick<Session, 'scope' | 'companyId'>,
): Fragment => (scope === 'all' ? sql`true` : sql`(${scope === 'branch'} and u.company_id = ${companyId})`);

/** Beside the ids of plants. */
const BEFORE = 'rollout:';

export const rolloutChannel = (id: string): string => `${BEFORE}${id}`;

/** Undefined: a plant is meant. */
export const rolloutOf = (nudged: string): string | undefined =>
  nudged.startsWith(BEFORE) ? nudged.slice(BEFORE.length) : undefined;
