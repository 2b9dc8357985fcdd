// Companies of the caller's tree: the own one and all below it, for what is filtered by one of them.
import type { CallContext } from '../context.ts';
import { contains } from '../platform/database/paging.ts';

export interface BranchCompany {
  id: number;
  name: string;
}

interface Asked {
  only?: number | null;
  keywords?: string | undefined;
  most?: number;
}

/** At most so many at once; what a longer list has besides is found by name. */
export const MAX_COMPANIES = 500;

/** By name; of `only` one or none, of `keywords` those that have them in their name. Who sees single plants has no branch. */
export async function companiesOf(
  { sql, session }: Pick<CallContext, 'sql' | 'session'>,
  { only = null, keywords, most = MAX_COMPANIES }: Asked = {},
): Promise<BranchCompany[]> {
  if (session.scope !== 'all' && session.scope !== 'branch') return [];
  return await sql<BranchCompany[]>`
    select c.id, c.name from companies c
    where ${session.scope === 'all' ? sql`true` : sql`c.id in (select unnest(${session.companyIds}::int[]))`}
      and ${only === null ? sql`true` : sql`c.id = ${only}`}
      and ${keywords === undefined ? sql`true` : contains(sql, sql`c.name`, keywords)}
    order by lower(c.name), c.id limit ${most}`;
}
