// Tree of companies with users, for tests of calls about roles and menus.
import { makeCompany, makeUser, type RoleCode } from './factories.ts';
import type { TestServer } from './testServer.ts';

export interface Person {
  id: number;
  token: string;
  companyId: number;
  roleId: number;
}

/** Creates two distributors, one with a dealer below it; each company has a user who may change roles. */
export async function createCompanyHierarchy({ sql, signedIn }: TestServer) {
  // Grants that an administrator would have made.
  await sql`
    insert into role_menus (role_id, menu_id) select r.id, m.id from roles r, menus m
    where r.code in ('distributor', 'dealer') and m.name in ('System', 'RolesPermission', 'GroupAccess') on conflict do nothing`;
  async function enter(role: RoleCode, companyId?: number): Promise<Person> {
    const user = await makeUser(sql, companyId === undefined ? { role } : { role, companyId });
    const [membership] = await sql<{ roleId: number }[]>`select role_id from memberships where user_id = ${user.id}`;
    const token = await signedIn(user.id);
    return { id: user.id, token, companyId: user.companyId, roleId: membership!.roleId };
  }
  const north = await makeCompany(sql, { kind: 'distributor', name: 'North' });
  const south = await makeCompany(sql, { kind: 'distributor', name: 'South' });
  const shop = await makeCompany(sql, { kind: 'dealer', name: 'Shop of North', parentId: north });
  return {
    enter,
    administrator: await enter('administrator'),
    manager: await enter('manager'),
    distributor: await enter('distributor', north),
    stranger: await enter('distributor', south),
    dealer: await enter('dealer', shop),
    north,
    south,
    shop,
  };
}

/** Returns the ids of menu entries by name, without an operator's own entries. */
export async function menuIds({ sql }: Pick<TestServer, 'sql'>, names: readonly string[]): Promise<number[]> {
  const rows = await sql<
    { id: number; name: string }[]
  >`select id, name from menus where not is_own and removed_at is null`;
  return names.map((name) => rows.find((row) => row.name === name)!.id);
}
