// Conditions for the sites that a session may see and may change: the only place with this rule, apart from the row policies of the database, which repeat it.
import type { Session } from '../context.ts';
import type { Fragment, Sql, Transaction } from '../platform/database/connect.ts';

type Db = Sql | Transaction;

/** Fields of a session that decide which plants it may see. */
export type Viewer = Pick<Session, 'scope' | 'userId' | 'companyIds'>;

/**
 * Returns a condition on `sites s`: all sites, or the branch of the session's company, and sites that the user owns,
 * services or is a guest of. The companies are rows, not an array: a set is hashed once, an array is scanned for each site.
 */
export function accessibleSites(sql: Db, session: Viewer): Fragment {
  if (session.scope === 'all') return sql`true`;
  const { userId } = session;
  const own = sql`s.owner_id = ${userId} or s.installer_id = ${userId} or ${userId} = any (s.shared_with)`;
  return session.scope === 'branch' ? sql`(${inBranch(sql, session)} or ${own})` : sql`(${own})`;
}

/** Returns the same condition on an access index column (access/accessIndex.ts), so that queries that need no other field of plants do not join them. */
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
 * Returns a condition on `sites s` for every change, and for what a page offers: sites of the branch or of the owner. A
 * guest and an installer of another company can only read, whatever their role.
 */
export function editableSites(sql: Db, session: Viewer): Fragment {
  if (session.scope === 'all') return sql`true`;
  const owned = sql`coalesce(s.owner_id = ${session.userId}, false)`;
  return session.scope === 'branch' ? sql`(${inBranch(sql, session)} or ${owned})` : owned;
}

/**
 * Returns a condition on `sites s`: the session may change the plant, and may know its owner's name and telephone. A branch
 * can name any address as the owner, so it learns nothing about the account behind it until that has accepted the plant or
 * is one of its own people.
 */
export function seesOwner(sql: Db, session: Viewer): Fragment {
  if (session.scope === 'all') return sql`true`;
  const { userId, companyIds } = session;
  return sql`(${editableSites(sql, session)} and (s.owner_named_at is null or s.owner_id = ${userId}
    or s.owner_id in (select m.user_id from memberships m where m.company_id in (select unnest(${companyIds}::int[])))))`;
}

function inBranch(sql: Db, { companyIds }: Viewer): Fragment {
  return sql`s.company_id in (select unnest(${companyIds}::int[]))`;
}
