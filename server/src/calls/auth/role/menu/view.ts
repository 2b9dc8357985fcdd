// auth/role/menu/view: the menu tree of the session's role, or of another role that it can access.
import type { Menu } from '@heliograph/contract/entities/user.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { type EffectiveRole, rightsVersions } from '../../../../access/rightsVersion.ts';
import { signedInUser, userInfoOf } from '../../../../accounts/presentUser.ts';
import { isGroup } from '../../../../companies/roles/menus.ts';
import { accessibleRole, isAdministrator, viewedRole } from '../../../../companies/roles/roles.ts';
import type { CallContext } from '../../../../context.ts';
import type { Handler } from '../../../../platform/handler.ts';

export const authRoleMenuView: Handler<'auth/role/menu/view'> = async ({ role_id, is_login }, caller) => {
  const { context, sql, session, language } = caller;
  if (!is_login && role_id !== session.roleId) {
    if (!isAdministrator(session) && !session.permissions.has('RolesPermission')) throw new ApiError('forbidden');
    await accessibleRole(caller, role_id);
    const shown = { roleId: role_id, viewing: null, secondFactorBy: null, owesSecondFactor: false };
    const version = await versionOf(sql, shown);
    return { list: treeOf(await menusOf(sql, role_id)), userInfo: null, viewing: null, secondFactor: null, version };
  }
  const user = await signedInUser(sql, session.userId, session.companyId);
  const userInfo = user ? await userInfoOf(sql, context.config, language, user) : null;
  const by = session.secondFactorBy;
  const secondFactor = by && { byIso: by.toISOString(), isOver: session.owesSecondFactor };
  // No page opens until the second factor is set up.
  if (session.owesSecondFactor)
    return { list: [], userInfo, viewing: null, secondFactor, version: await versionOf(sql, session) };
  const viewed = await viewedRole(caller);
  // Read before the menus: a change in between causes one more request and is never missed.
  const version = await versionOf(sql, { ...session, viewing: viewed?.id ?? null });
  const rows = await menusOf(sql, viewed?.id ?? session.roleId);
  if (viewed === null) return { list: treeOf(rows), userInfo, viewing: null, secondFactor, version };
  // Entries that both the viewed role and the session have, like the session's permissions.
  const mine = new Set((await menusOf(sql, session.roleId)).map(({ name }) => name));
  const own = rows.filter((row) => mine.has(row.name) && !isGroup(row));
  const visible = rows.filter(
    (row) => own.includes(row) || (isGroup(row) && own.some(({ parentId }) => parentId === row.id)),
  );
  const { id, code, name } = viewed;
  return { list: treeOf(visible), userInfo, viewing: { role_id: id, code, name }, secondFactor, version };
};

const versionOf = async (sql: CallContext['sql'], shown: EffectiveRole): Promise<string> =>
  (await rightsVersions(sql, [shown]))(shown);

interface Row {
  id: number;
  parentId: number | null;
  mode: 1 | 2 | 3;
  name: string;
  title: string;
  titleLocale: string;
  icon: string;
  path: string;
  params: string;
}

async function menusOf(sql: CallContext['sql'], roleId: number): Promise<Row[]> {
  return await sql<Row[]>`
    select m.id, m.parent_id, m.mode, m.name, m.title, m.title_locale, m.icon, m.path, m.params
    from role_menus rm join menus m on m.id = rm.menu_id
    where rm.role_id = ${roleId} order by m.sort, m.id`;
}

/** Builds the tree. An entry whose parent the role does not own is at the top level: its permission still counts. */
function treeOf(rows: readonly Row[]): Menu[] {
  const menus = new Map<number, Menu>(
    rows.map(({ id, title, titleLocale, icon, path, params, mode, name }) => [
      id,
      { id, title, titleLocale, icon, path, params, mode, components_title: name, children: [] },
    ]),
  );
  const top: Menu[] = [];
  for (const { id, parentId } of rows) {
    const parent = parentId === null ? undefined : menus.get(parentId);
    (parent?.children ?? top).push(menus.get(id)!);
  }
  return top;
}
