// Companies of the caller's tree: the own one and all below it, for what is filtered by one of them.
import type { Caller } from '../context.ts';

export interface SeenCompany {
  id: number;
  name: string;
}

/** At most so many; a longer list is searched by name elsewhere. */
export const MOST_COMPANIES = 500;

/** By name; of `only` one or none. Who sees single plants has no branch. */
export async function companiesOf(
  { sql, session }: Pick<Caller, 'sql' | 'session'>,
  only: number | null = null,
): Promise<SeenCompany[]> {
  if (session.scope !== 'all' && session.scope !== 'branch') return [];
  return await sql<SeenCompany[]>`
    select c.id, c.name from companies c
    where ${session.scope === 'all' ? sql`true` : sql`c.id in (select unnest(${session.companyIds}::int[]))`}
      and ${only === null ? sql`true` : sql`c.id = ${only}`}
    order by lower(c.name), c.id limit ${MOST_COMPANIES}`;
}
