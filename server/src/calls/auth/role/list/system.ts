// auth/role/list/system: the portal's built-in roles.

import { readRoles } from '../../../../companies/roles/roles.ts';
import type { Handler } from '../../../../platform/handler.ts';

export const authRoleListSystem: Handler<'auth/role/list/system'> = async (_request, caller) => {
  const { sql } = caller;
  const { list } = await readRoles(caller, sql`r.company_id is null`, { order: sql`r.id`, page: sql`limit 100` });
  return { list };
};
