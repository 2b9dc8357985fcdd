// user/company/list: companies of the branch with their managers and numbers of users, companies and plants.
import type { CompanyKind } from '@heliograph/contract/companies.ts';
import { idOf, inBranch } from '../../../companies/people/people.ts';
import type { CallContext } from '../../../context.ts';
import type { Fragment, Transaction } from '../../../platform/database/connect.ts';
import { allOf, contains, limitOffset, orderBy } from '../../../platform/database/paging.ts';
import type { Handler } from '../../../platform/handler.ts';

interface Line {
  id: number;
  companyName: string;
  kind: CompanyKind;
  distributorCompanyId: number;
  distributorCompany: string;
  isTop: boolean;
  needsSecondFactor: boolean;
  brandId: number;
  users: number;
  companies: number;
  createdAt: Date;
}

export const userCompanyList: Handler<'user/company/list'> = async ({ filters, sort, page }, caller) => {
  const { sql, session } = caller;
  const { keywords, kind, above_id, id } = filters;
  const condition = allOf(sql, [
    inBranch(sql, session, sql`c.id`),
    keywords &&
      sql`(${contains(sql, sql`c.name`, keywords)} or c.id in (
        select o.company_id from ${managers(sql)} o
        where ${contains(sql, sql`o.name`, keywords)} or ${contains(sql, sql`o.email`, keywords)}))`,
    kind && sql`c.kind = ${kind}`,
    // The company above the user's own is not revealed and cannot be guessed by filtering.
    above_id && sql`(c.parent_id = ${idOf(above_id)} and ${inBranch(sql, session, sql`c.parent_id`)})`,
    id && sql`c.id = ${idOf(id)}`,
  ]);
  const columns = {
    companyName: sql`c.name_order`,
    kind: sql`array_position(array['manager', 'distributor', 'dealer', 'installer'], c.kind)`,
    createdAt: sql`c.created_at`,
  };
  const [lines, [count]] = await Promise.all([
    sql<Line[]>`
      select c.id, c.name as company_name, c.kind,
        coalesce(a.id, 0) as distributor_company_id, coalesce(a.name, '') as distributor_company, c.parent_id is null as is_top,
        c.second_factor_since is not null as needs_second_factor, c.brand_id,
        (select count(*)::int from memberships m where m.company_id = c.id) as users,
        (select count(*)::int from companies b where b.parent_id = c.id) as companies, c.created_at
      from companies c left join companies a on a.id = c.parent_id and ${inBranch(sql, session, sql`a.id`)}
      where ${condition} order by ${orderBy(sql, sort, columns, sql`c.name_order, c.id`)} ${limitOffset(sql, page)}`,
    sql<{ total: number }[]>`select count(*)::int as total from companies c where ${condition}`.execute(),
  ]);
  const ids = lines.map((line) => line.id);
  const [plants, managersByCompany] = await Promise.all([plantsOf(caller, ids), managersOf(caller, ids)]);
  const list = lines.map(({ createdAt, isTop, ...line }) => ({
    ...line,
    managerName: managersByCompany.get(line.id)?.name ?? '',
    managerEmail: managersByCompany.get(line.id)?.email ?? '',
    plants: plants.get(line.id) ?? 0,
    createdIso: createdAt.toISOString(),
    // The user's own company is managed by those above it.
    rights: {
      change:
        session.permissions.has('Companies') && !isTop && (session.scope === 'all' || line.id !== session.companyId),
    },
  }));
  return { list, total: count?.total ?? 0 };
};

async function plantsOf({ sql }: CallContext, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ companyId: number; plants: number }[]>`
    select s.company_id, count(*)::int as plants from sites s where s.company_id = any (${ids as number[]}::int[]) group by s.company_id`;
  return new Map(rows.map(({ companyId, plants }) => [companyId, plants]));
}

interface Manager {
  companyId: number;
  name: string;
  email: string;
}

/** Managers of companies, and users invited as managers. */
const managers = (sql: Transaction): Fragment => sql`(
  select m.company_id, u.name, u.email, 0 as rank, m.created_at as since from memberships m join users u on u.id = m.user_id
  where m.is_company_owner
  union all
  select i.company_id, i.name, i.email, 1, i.made_at from company_invitations i where i.is_company_owner
)`;

/** Returns one manager per company; members take precedence over invited users. */
async function managersOf({ sql }: CallContext, ids: readonly number[]): Promise<Map<number, Manager>> {
  const rows = await sql<Manager[]>`
    select distinct on (o.company_id) o.company_id, o.name, o.email from ${managers(sql)} o
    where o.company_id = any (${ids as number[]}::int[]) order by o.company_id, o.rank, o.since, o.email`;
  return new Map(rows.map((row) => [row.companyId, row]));
}
