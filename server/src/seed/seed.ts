// Puts in what the portal cannot work without; runs at each start and adds only what is missing.

import { makeAdministrator } from '../accounts/firstAdministrator.ts';
import { hasOwnAdministrator } from '../accounts/ownUsers.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { PRODUCTS } from '../families/families.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { MENUS, NEED_SECOND_FACTOR, ROLES } from './seedRows.ts';

/** Any number, the same for all servers: "seed" in ASCII. */
const lockKey = 0x73_65_65_64;

type Seeded = Pick<Config, 'brand' | 'admin'>;

/** Products, roles, menus and the root company; the administrator of the settings when there is none but the demonstration's. */
export async function seed({ sql, config }: Pick<Context, 'sql'> & { config: Seeded }): Promise<void> {
  await sql.begin(async (tx) => {
    // Two servers may start on one database at once.
    await tx`select pg_advisory_xact_lock(${lockKey})`;
    await seedProducts(tx);
    await seedRoles(tx);
    await tx`
      insert into companies (kind, name, brand_id) select 'manager', 'Heliograph', ${config.brand}
      where not exists (select from companies where parent_id is null)`;
    if (config.admin && !(await hasOwnAdministrator(tx)))
      await makeAdministrator(tx, config.admin.email, config.admin.password);
  });
}

async function seedProducts(tx: Transaction): Promise<void> {
  for (const { model, name, kind, inputs, phases, ratedPowerW, profile, parameters = [], functions = [] } of PRODUCTS) {
    const catalogue = JSON.stringify(parameters);
    const offered = JSON.stringify(functions);
    await tx`
      insert into products (model, name, kind, inputs, phases, rated_power_w, frame_profile, parameters, functions)
      values (${model}, ${name}, ${kind}, ${inputs}, ${phases}, ${ratedPowerW}, ${profile}, ${catalogue}::text::jsonb,
        ${offered}::text::jsonb)
      on conflict do nothing`;
    // Of those from before it had grown; what somebody has edited stays.
    if (parameters.length > 0)
      await tx`
        update products set parameters = ${catalogue}::text::jsonb
        where model = ${model} and company_id is null and version = 1 and parameters <> ${catalogue}::text::jsonb`;
    if (functions.length > 0)
      await tx`
        update products set functions = ${offered}::text::jsonb
        where model = ${model} and company_id is null and version = 1 and functions = '[]'`;
  }
}

/** A grant is given only while its role or its entry is new: what an operator took away is not given back. */
async function seedRoles(tx: Transaction): Promise<void> {
  const fresh = new Set<string>();
  for (const [sort, { parent, ...menu }] of MENUS.entries()) {
    const [above] = await tx<{ id: number }[]>`select id from menus where name = ${parent} and not is_own`;
    const added = await tx`
      insert into menus (parent_id, mode, name, title, title_locale, icon, path, sort)
      values (${above?.id ?? null}, ${menu.mode}, ${menu.name}, ${menu.title},
        ${menu.titleLocale}, ${menu.icon}, ${menu.path}, ${sort})
      on conflict do nothing returning id`;
    if (added.length > 0) fresh.add(menu.name);
  }
  for (const { code, name, scope, grants } of ROLES) {
    const added = await tx`
      insert into roles (code, name, scope, second_factor_since)
      values (${code}, ${name}, ${scope}, case when ${NEED_SECOND_FACTOR.includes(code)} then now() end) on conflict do nothing returning id`;
    const given = added.length > 0 ? grants : grants.filter((grant) => fresh.has(grant));
    if (given.length === 0) continue;
    await tx`
      insert into role_menus (role_id, menu_id)
      select r.id, m.id from roles r, menus m where r.code = ${code} and m.name = any (${given}) and m.removed_at is null and not m.is_own
      on conflict do nothing`;
  }
}
