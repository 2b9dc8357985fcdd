// Roll-outs that a session may see, and their names in the notification stream.
import type { Session } from '../../context.ts';
import type { Fragment, Sql, Transaction } from '../../platform/database/connect.ts';

/** A condition on `rollouts u`: all roll-outs of the session's company, or all of the portal. A user who has left the company sees none of them, not even their own. */
export const accessibleRollouts = (
  sql: Sql | Transaction,
  { scope, companyId }: Pick<Session, 'scope' | 'companyId'>,
): Fragment => (scope === 'all' ? sql`true` : sql`(${scope === 'branch'} and u.company_id = ${companyId})`);

/** Distinguishes roll-outs from plants, which are named by their id alone. */
const PREFIX = 'rollout:';

export const rolloutChannel = (id: string): string => `${PREFIX}${id}`;

/** Returns the id of the roll-out that a notification names; undefined when it names a plant. */
export const rolloutOf = (channel: string): string | undefined =>
  channel.startsWith(PREFIX) ? channel.slice(PREFIX.length) : undefined;
