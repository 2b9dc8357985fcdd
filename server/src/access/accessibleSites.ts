// Which sites a session may see and which it may change: the one place that says so. Row policies say it once more in the database.
import type { Session } from '../context.ts';
import type { Fragment, Sql, Transaction } from '../platform/database/connect.ts';

type Db = Sql | Transaction;

/** Of a session what says which plants are its. */
export type Viewer = Pick<Session, 'scope' | 'userId' | 'companyIds'>;

/**
 * A condition on `sites s`: everything, the branch of the session's company, what the user owns, works on or is a guest of.
 * The companies are rows, not an array: a set is hashed once, an array is walked through for each site.
 */
export function accessibleSites(sql: Db, session: Viewer): Fragment {
  if (session.scope === 'all') return sql`true`;
  const { userId } = session;
  const own = sql`s.owner_id = ${userId} or s.installer_id = ${userId} or ${userId} = any (s.shared_with)`;
  return session.scope === 'branch' ? sql`(${inBranch(sql, session)} or ${own})` : sql`(${own})`;
}

/** The same, from the index beside a plant's key (access/accessIndex.ts): queries that need nothing else of plants do not join them. */
export function accessibleRows(
  sql: Db,
  { scope, userId, companyId }: Pick<Session, 'scope' | 'userId' | 'companyId'>,
  seenBy: Fragment,
): Fragment {
  if (scope === 'all') return sql`true`;
  const own = sql`${userId}::int = any (${seenBy})`;
  return scope === 'branch' ? sql`(${-companyId}::int = any (${seenBy}) or ${own})` : own;
}

/**
 * A condition on `sites s`, for every change, and for what a page offers: the branch or the owner. A guest looks, and so
 * does an installer of another company; neither does more, whatever the role.
 */
export function editableSites(sql: Db, session: Viewer): Fragment {
  if (session.scope === 'all') return sql`true`;
  const owned = sql`coalesce(s.owner_id = ${session.userId}, false)`;
  return session.scope === 'branch' ? sql`(${inBranch(sql, session)} or ${owned})` : owned;
}

function inBranch(sql: Db, { companyIds }: Viewer): Fragment {
  return sql`s.company_id in (select unnest(${companyIds}::int[]))`;
}
