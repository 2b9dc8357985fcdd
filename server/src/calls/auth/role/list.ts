// auth/role/list: custom roles of the companies that the session can access.

import { readRoles } from '../../../companies/roles/roles.ts';
import { contains, limitOffset } from '../../../platform/database/paging.ts';
import type { Handler } from '../../../platform/handler.ts';

export const authRoleList: Handler<'auth/role/list'> = async ({ page, filters: { keywords } }, caller) => {
  const { sql } = caller;
  const condition = keywords
    ? sql`r.company_id is not null and (${contains(sql, sql`r.name`, keywords)} or ${contains(sql, sql`c.name`, keywords)})`
    : sql`r.company_id is not null`;
  const order = sql`r.closed_at is not null, lower(r.name), r.id`;
  return await readRoles(caller, condition, { order, page: limitOffset(sql, page) });
};
