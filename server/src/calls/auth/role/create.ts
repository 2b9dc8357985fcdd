// auth/role/create: creates a custom role of a company.
import { randomUUID } from 'node:crypto';
import { ApiError } from '@heliograph/contract/errors.ts';
import { companiesOf } from '../../../access/branch.ts';
import { grantGroups, grantMenus } from '../../../companies/roles/menus.ts';
import { accessibleRole, beginRoleChange, hasPermission } from '../../../companies/roles/roles.ts';
import type { Handler } from '../../../platform/handler.ts';

export const authRoleCreate: Handler<'auth/role/create'> = async (request, caller) => {
  const { sql, session } = caller;
  const { name, scope, company_id, copy_of } = request;
  // Users limited to single plants have no branch to create a role for.
  if (session.scope === 'own') throw new ApiError('forbidden');
  const companyId = company_id ?? session.companyId;
  if ((await companiesOf(caller, { only: companyId })).length === 0) throw new ApiError('companyNotFound');
  const source = copy_of === undefined ? undefined : await accessibleRole(caller, copy_of);
  await beginRoleChange(sql, -1);
  const [role] = await sql<{ id: number }[]>`
    insert into roles (code, name, scope, company_id)
    values (${`own_${randomUUID()}`}, ${name}, ${scope}, ${companyId}) returning id`;
  const { id } = role!;
  await beginRoleChange(sql, id);
  if (source) {
    const menus = await sql<{ id: number; name: string }[]>`
      select m.id, m.name from role_menus rm join menus m on m.id = rm.menu_id
      where rm.role_id = ${source.id} and not (m.mode = 1 and m.path = '')`;
    const granted = menus.filter((menu) => hasPermission(session, menu.name));
    await grantMenus(
      sql,
      granted.map((menu) => ({ roleId: id, menuId: menu.id })),
    );
    await grantGroups(sql, id);
  }
  caller.noteAudit({ object: `role ${id}`, after: { name, scope, companyId, copyOf: source?.name } });
  return { id };
};
