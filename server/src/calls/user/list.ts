// user/list: members of the companies of the branch, and invited users.

import { assignableRoles, idOf, type PersonLine, peopleOf, personOf } from '../../companies/people/people.ts';
import { inCountry } from '../../plants/list/siteFilters.ts';
import { allOf, contains, limitOffset, orderBy } from '../../platform/database/paging.ts';
import type { Handler } from '../../platform/handler.ts';

export const userList: Handler<'user/list'> = async ({ filters, sort, page }, { sql, session, language }) => {
  const { keywords, company_id, role_id, country_code, state, registered_start_date, registered_end_date } = filters;
  const condition = allOf(sql, [
    keywords &&
      sql`(${contains(sql, sql`p.email`, keywords)} or ${contains(sql, sql`p.name`, keywords)} or ${contains(sql, sql`p.company_name`, keywords)})`,
    company_id && sql`p.company_id = ${idOf(company_id)}`,
    role_id && sql`p.role_id = ${idOf(role_id)}`,
    country_code && inCountry(sql, sql`p.country_code`, country_code),
    state === 'invited' && sql`p.invitation_id > 0`,
    state === 'frozen' && sql`p.is_frozen`,
    state === 'joined' && sql`p.invitation_id = 0`,
    registered_start_date && sql`p.registered_on >= ${registered_start_date}::date`,
    registered_end_date && sql`p.registered_on <= ${registered_end_date}::date`,
    state === 'active' && sql`p.invitation_id = 0 and not p.is_frozen`,
  ]);
  const columns = {
    name: sql`nullif(p.name_order, '')`,
    email: sql`p.email`,
    company: sql`p.company_order`,
    role: sql`p.role_name`,
    createdAt: sql`p.created_at`,
  };
  const people = peopleOf(sql, session);
  const defaultOrder = sql`nullif(p.name_order, '') nulls last, p.email, p.company_id, p.uid`;
  const [lines, [count], roles] = await Promise.all([
    sql<PersonLine[]>`
      select p.* from ${people} where ${condition} order by ${orderBy(sql, sort, columns, defaultOrder)} ${limitOffset(sql, page)}`,
    sql<{ total: number }[]>`select count(*)::int as total from ${people} where ${condition}`.execute(),
    assignableRoles(sql, session),
  ]);
  const assignable = new Set(roles.map(({ groupId }) => groupId));
  return {
    list: lines.map((line) => personOf(line, { session, language, given: assignable })),
    total: count?.total ?? 0,
  };
};
