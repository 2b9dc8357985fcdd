// Condition on people: they may see the devices of a plant.
import type { Fragment, Sql, Transaction } from '../platform/database/connect.ts';

/** Returns a condition on `users u`: one of their roles shows them the devices of a plant with this access index, and they are not suspended. */
export const viewsDevices = (sql: Sql | Transaction, seenBy: Fragment): Fragment => sql`(
  u.frozen_at is null and exists (
    select from memberships m join roles r on r.id = m.role_id join role_menus o on o.role_id = r.id join menus e on e.id = o.menu_id
    where m.user_id = u.id and m.frozen_at is null and e.name = 'SiteDevices'
      and (r.scope = 'all' or u.id = any (${seenBy}) or (r.scope = 'branch' and -m.company_id = any (${seenBy})))))`;
