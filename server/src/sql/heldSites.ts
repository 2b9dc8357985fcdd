// Which sites are a session's own: of its branch or owned by its user. What is only shared with it is not.
import type { Fragment } from 'postgres';
import type { Session } from '../context.ts';
import type { Sql, Transaction } from '../db/connect.ts';

/** A condition on `sites s`. */
export function heldSites(sql: Sql | Transaction, { scope, companyIds, userId }: Session): Fragment {
  if (scope === 'all') return sql`true`;
  if (scope === 'own') return sql`coalesce(s.owner_id = ${userId}, false)`;
  return sql`(s.company_id in (select unnest(${companyIds}::int[])) or coalesce(s.owner_id = ${userId}, false))`;
}
