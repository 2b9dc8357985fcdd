// Companies of the session's branch (its own and all below it), for filters by company.
import type { CallContext } from '../context.ts';
import { contains } from '../platform/database/paging.ts';

export interface BranchCompany {
  id: number;
  name: string;
}

interface CompanyFilter {
  only?: number | null;
  keywords?: string | undefined;
  most?: number;
}

/** Maximum number of companies in an answer; further ones are found by keyword. */
export const MAX_COMPANIES = 500;

/** Returns companies ordered by name. `only`: that one or none; `keywords`: those whose name contains them. A session that sees only single plants has no branch. */
export async function companiesOf(
  { sql, session }: Pick<CallContext, 'sql' | 'session'>,
  { only = null, keywords, most = MAX_COMPANIES }: CompanyFilter = {},
): Promise<BranchCompany[]> {
  if (session.scope !== 'all' && session.scope !== 'branch') return [];
  return await sql<BranchCompany[]>`
    select c.id, c.name from companies c
    where ${session.scope === 'all' ? sql`true` : sql`c.id in (select unnest(${session.companyIds}::int[]))`}
      and ${only === null ? sql`true` : sql`c.id = ${only}`}
      and ${keywords === undefined ? sql`true` : contains(sql, sql`c.name`, keywords)}
    order by c.name_order, c.id limit ${most}`;
}
