// auth/role/list: roles of companies that the caller sees.

import { readRoles } from '../../../companies/roles/roles.ts';
import { contains, limitOffset } from '../../../platform/database/paging.ts';
import type { Handler } from '../../../platform/handler.ts';

export const authRoleList: Handler<'auth/role/list'> = async ({ page, filters: { keywords } }, caller) => {
  const { sql } = caller;
  const found = keywords
    ? sql`r.company_id is not null and (${contains(sql, sql`r.name`, keywords)} or ${contains(sql, sql`c.name`, keywords)})`
    : sql`r.company_id is not null`;
  const order = sql`r.closed_at is not null, lower(r.name), r.id`;
  return await readRoles(caller, found, { order, page: limitOffset(sql, page) });
};
