// Finds rows whose access index of people and companies (`seen_by`) is not what their memberships and companies say.
import type { Sql } from '../src/platform/database/connect.ts';

/** Returns the stale rows by table and id; none if each change has updated the index. */
export async function stalePeople(sql: Sql): Promise<{ name: string; id: number }[]> {
  return await sql<{ name: string; id: number }[]>`
    with recursive above (company_id, id, parent_id) as (
      select id, id, parent_id from companies
      union
      select a.company_id, c.id, c.parent_id from above a join companies c on c.id = a.parent_id
    ), chains as (
      select company_id, array_agg(-id order by id) as chain from above group by company_id
    )
    select 'companies' as name, c.id from companies c join chains k on k.company_id = c.id where c.seen_by <> k.chain
    union all
    select 'memberships', m.user_id from memberships m join chains k using (company_id) where m.seen_by <> k.chain
    union all
    select 'users', u.id from users u
    where u.seen_by <> array(
      select distinct unnest(k.chain) from memberships m join chains k using (company_id) where m.user_id = u.id order by 1)
    order by 1, 2`;
}
