// Inserts the rows without which the portal cannot work; runs at each start and adds only missing rows.

import { indexCompanies } from '../access/peopleIndex.ts';
import { makeAdministrator } from '../accounts/firstAdministrator.ts';
import { hasOwnAdministrator } from '../accounts/ownUsers.ts';
import { DEFAULT_BRANDS } from '../brands/defaultBrands.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { PRODUCTS } from '../families/families.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { MENUS, NEED_SECOND_FACTOR, ROLES } from './seedRows.ts';

/** Key of the advisory lock, equal for all servers: "seed" in ASCII. */
const lockKey = 0x73_65_65_64;

type Seeded = Pick<Config, 'brand' | 'admin'>;

/** Seeds brands, products, roles, menus and the root company, and the administrator of the settings if only the demonstration's exists. */
export async function seed({ sql, config }: Pick<Context, 'sql'> & { config: Seeded }): Promise<void> {
  await sql.begin(async (tx) => {
    // Two servers may start on one database at the same time.
    await tx`select pg_advisory_xact_lock(${lockKey})`;
    await seedBrands(tx);
    await seedProducts(tx);
    await seedRoles(tx);
    const top = await tx<{ id: number }[]>`
      insert into companies (kind, name, brand_id) select 'manager', ${DEFAULT_BRANDS[config.brand]!.name}, ${config.brand}
      where not exists (select from companies where parent_id is null) returning id`;
    await indexCompanies(
      tx,
      top.map(({ id }) => id),
    );
    if (config.admin && !(await hasOwnAdministrator(tx)))
      await makeAdministrator(tx, config.admin.email, config.admin.password);
  });
}

async function seedBrands(tx: Transaction): Promise<void> {
  await tx`insert into brands ${tx(DEFAULT_BRANDS)} on conflict do nothing`;
}

async function seedProducts(tx: Transaction): Promise<void> {
  for (const { model, name, kind, inputs, phases, ratedPowerW, profile, parameters = [], functions = [] } of PRODUCTS) {
    const parametersJson = JSON.stringify(parameters);
    const functionsJson = JSON.stringify(functions);
    await tx`
      insert into products (model, name, kind, inputs, phases, rated_power_w, frame_profile, parameters, functions)
      values (${model}, ${name}, ${kind}, ${inputs}, ${phases}, ${ratedPowerW}, ${profile}, ${parametersJson}::text::jsonb,
        ${functionsJson}::text::jsonb)
      on conflict do nothing`;
    // Updates products seeded before the catalogue grew; edited products stay unchanged.
    if (parameters.length > 0)
      await tx`
        update products set parameters = ${parametersJson}::text::jsonb
        where model = ${model} and company_id is null and version = 1 and parameters <> ${parametersJson}::text::jsonb`;
    if (functions.length > 0)
      await tx`
        update products set functions = ${functionsJson}::text::jsonb
        where model = ${model} and company_id is null and version = 1 and functions = '[]'`;
  }
}

/** Grants an entry only if the role or the entry is new: a grant revoked by an operator is not restored. */
async function seedRoles(tx: Transaction): Promise<void> {
  const newMenus = new Set<string>();
  for (const [sort, { parent, ...menu }] of MENUS.entries()) {
    const [parentMenu] = await tx<{ id: number }[]>`select id from menus where name = ${parent} and not is_own`;
    const added = await tx`
      insert into menus (parent_id, mode, name, title, title_locale, icon, path, sort)
      values (${parentMenu?.id ?? null}, ${menu.mode}, ${menu.name}, ${menu.title},
        ${menu.titleLocale}, ${menu.icon}, ${menu.path}, ${sort})
      on conflict do nothing returning id`;
    if (added.length > 0) newMenus.add(menu.name);
  }
  for (const { code, name, scope, grants } of ROLES) {
    const added = await tx`
      insert into roles (code, name, scope, second_factor_since)
      values (${code}, ${name}, ${scope}, case when ${NEED_SECOND_FACTOR.includes(code)} then now() end) on conflict do nothing returning id`;
    const given = added.length > 0 ? grants : grants.filter((grant) => newMenus.has(grant));
    if (given.length === 0) continue;
    await tx`
      insert into role_menus (role_id, menu_id)
      select r.id, m.id from roles r, menus m where r.code = ${code} and m.name = any (${given}) and m.removed_at is null and not m.is_own
      on conflict do nothing`;
  }
}
