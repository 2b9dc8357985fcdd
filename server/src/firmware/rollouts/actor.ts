// The user on whose behalf devices are updated later, with their current rights: the requester may have left or lost the permission since.

import type { Viewer } from '../../access/accessibleSites.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import type { Rollout } from './rolloutRows.ts';

export interface Actor extends Viewer {
  companyId: number;
}

/** Returns the actor; undefined when they may no longer control devices. `owners`: includes users whose rights cover only their own plants. */
export async function actorOf(
  sql: Sql | Transaction,
  { actsBy, actsFor }: Pick<Rollout, 'actsBy' | 'actsFor'>,
  { owners = false } = {},
): Promise<Actor | undefined> {
  const [row] = await sql<Actor[]>`
    select user_id, company_id, scope, company_ids from control_actor(${actsBy}::int, ${actsFor}::int, ${owners})`;
  return row;
}
