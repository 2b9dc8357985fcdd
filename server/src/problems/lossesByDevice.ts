// Sums what open problems lose: a device or a module with several problems loses its energy once.
import type { Fragment, Sql, Transaction } from '../platform/database/connect.ts';

/**
 * Returns the select of one row for each device and module with a problem: `sid`, `sn`, its severest `level`, its number of
 * listed problems `leads`, its loss `week_wh` and `week_money` (null: unknown), and whether a loss is estimated for it, `costs`.
 * `problems`: table or select with the columns of `problems`; `condition` on its rows `p`.
 */
export const lossesByDevice = (sql: Sql | Transaction, problems: Fragment, condition: Fragment): Fragment => sql`
  select p.sid, p.sn, max(p.level) as level, count(*) filter (where p.is_lead)::int as leads, max(p.week_wh) as week_wh,
    max(p.week_money) as week_money, bool_or(p.loss_basis is not null) as costs
  from ${problems} p where ${condition} group by p.sid, p.sn, p.detail ->> 'input'`;
