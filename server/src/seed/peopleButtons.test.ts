// Migration of a portal without permissions for people and companies: each role keeps its abilities, and the side menu gets its group of devices.
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../../test/database.ts';
import { parseConfig } from '../config.ts';
import { migrate, migrationsDir } from '../platform/database/migrate.ts';
import { seed } from './seed.ts';
import { MENUS } from './seedRows.ts';

const database = await freshDatabase('template0');
const { sql } = database;
const olderDir = mkdtempSync(join(tmpdir(), 'heliograph-migrations-'));
afterAll(async () => {
  rmSync(olderDir, { recursive: true, force: true });
  await database.drop();
});
const config = parseConfig({ env: { DEMO: 'off' }, production: false, isRoot: false });
const NEW = ['UserCreate', 'UserUpdate', 'UserFreeze', 'UserDelete', 'CompanyCreate', 'CompanyUpdate', 'CompanyDelete'];

const grantsOf = async (role: string): Promise<string[]> =>
  (
    await sql<{ name: string }[]>`
      select m.name from role_menus rm join menus m on m.id = rm.menu_id join roles r on r.id = rm.role_id
      where r.code = ${role} and (m.name = any (${NEW}) or m.name = 'AllDevices') order by m.name`
  ).map(({ name }) => name);

test('grants the buttons of a page to roles that had the page, none to roles without it, and leaves a moved page in place', async () => {
  for (const name of readdirSync(migrationsDir))
    if (name <= '000087~') copyFileSync(join(migrationsDir, name), join(olderDir, name));
  await migrate(sql, olderDir);
  // Menus as an earlier start left them: today's without the new ones.
  const earlierMenus = MENUS.filter(
    ({ name }) => !NEW.includes(name) && name !== 'AllDevices' && name !== 'OwnBatteryUpdate',
  );
  for (const { name, mode, title, titleLocale, icon, path, parent } of earlierMenus)
    await sql`
      insert into menus (parent_id, mode, name, title, title_locale, icon, path)
      values ((select id from menus where name = ${parent === 'AllDevices' ? null : parent}), ${mode}, ${name}, ${title}, ${titleLocale}, ${icon}, ${path})`;
  await sql`
    insert into roles (code, name, scope) values ('dealer', 'Dealer', 'branch'), ('installer', 'Installer', 'branch'), ('own_1', 'People', 'branch'), ('own_2', 'Plants', 'branch')`;
  const grant = (role: string, names: string[]) => sql`
    insert into role_menus (role_id, menu_id) select r.id, m.id from roles r, menus m where r.code = ${role} and m.name = any (${names})`;
  await grant('dealer', ['Companies', 'Devices', 'PvPlant']);
  await grant('installer', ['PvPlant', 'NoRegGatewayList']);
  await grant('own_1', ['Users']);
  await grant('own_2', ['PvPlant']);
  // An administrator has moved it.
  await sql`update menus set parent_id = (select id from menus where name = 'Tools'), version = 2 where name = 'NoRegGatewayList'`;
  await migrate(sql);
  const expected = {
    dealer: ['AllDevices', 'CompanyCreate', 'CompanyDelete', 'CompanyUpdate'],
    installer: [],
    own_1: ['UserCreate', 'UserDelete', 'UserFreeze', 'UserUpdate'],
    own_2: [],
  };
  const now = async () =>
    Object.fromEntries(await Promise.all(Object.keys(expected).map(async (role) => [role, await grantsOf(role)])));
  expect(await now()).toEqual(expected);
  const places = await sql<{ name: string; above: string }[]>`
    select m.name, p.name as above from menus m join menus p on p.id = m.parent_id where m.name in ('Devices', 'NoRegGatewayList', 'UserFreeze') order by m.name`;
  expect(places.map(({ name, above }) => [name, above])).toEqual([
    ['Devices', 'AllDevices'],
    ['NoRegGatewayList', 'Tools'],
    ['UserFreeze', 'Users'],
  ]);
  const versions = await sql<{ code: string; version: number }[]>`select code, version from roles order by code`;
  expect(versions.map(({ code, version }) => [code, version])).toEqual([
    ['dealer', 2],
    ['installer', 1],
    // Migration 218 grants roles that manage users another permission.
    ['own_1', 3],
    ['own_2', 1],
  ]);
  // The next start grants nothing to roles that lost it.
  await seed({ sql, config });
  expect(await now()).toEqual(expected);
});

test('a new portal has all grants from its first start', async () => {
  expect(await grantsOf('distributor')).toEqual([...NEW, 'AllDevices'].sort());
  expect(await grantsOf('owner')).toEqual([]);
});
