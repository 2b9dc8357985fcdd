// Which sites a session may see: the one place that says so. Row-level security on `sites` says it once more in the database.

import type { Session } from '../context.ts';
import type { Fragment, Sql, Transaction } from '../db/connect.ts';

/**
 * A condition on `sites s`: everything, the branch of the session's company, what the user owns, what is shared with them.
 * The companies are rows, not an array: a set is hashed once, an array is walked through for each site.
 */
export function visibleSites(sql: Sql | Transaction, session: Session): Fragment {
  if (session.scope === 'all') return sql`true`;
  const own = sql`s.owner_id = ${session.userId}
    or s.sid in (select shared.sid from site_shares shared where shared.user_id = ${session.userId})`;
  return session.scope === 'branch'
    ? sql`(s.company_id in (select unnest(${session.companyIds}::int[])) or ${own})`
    : sql`(${own})`;
}
