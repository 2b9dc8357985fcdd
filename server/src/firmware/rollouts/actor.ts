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
    with recursive found as (
      select m.user_id, m.company_id, r.scope
      from memberships m join users u on u.id = m.user_id and u.frozen_at is null join roles r on r.id = m.role_id
      where m.user_id = ${actsBy} and m.company_id = ${actsFor} and m.frozen_at is null and (r.scope <> 'own' or ${owners})
        and r.id in (select rm.role_id from role_menus rm join menus n on n.id = rm.menu_id where n.name = 'DeviceControl')
    ), branch as (
      select company_id as id from found where scope = 'branch'
      union all
      select c.id from companies c join branch b on c.parent_id = b.id
    )
    select f.user_id, f.company_id, f.scope, array(select b.id from branch b) as company_ids from found f`;
  return row;
}
