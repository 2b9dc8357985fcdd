// Migration of a portal whose owners could not set their batteries: an unchanged role Owner gets the permission, a changed one does not.
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../test/database.ts';
import { parseConfig } from '../config.ts';
import { migrate, migrationsDir } from '../platform/database/migrate.ts';
import { seed } from './seed.ts';
import { MENUS, ROLES } from './seedRows.ts';

const config = parseConfig({ env: { DEMO: 'off' }, production: false, isRoot: false });
const NEW = 'OwnBatteryUpdate';
/** What Owner had before the permission existed. */
const GRANTS = ROLES.find(({ code }) => code === 'owner')!.grants.filter((name) => name !== NEW);

/** Migrates a portal with these permissions of the role Owner, starts it, and returns the roles with the new permission. */
async function rolesWithIt(grants: readonly string[]): Promise<string[]> {
  const { sql, drop } = await freshDatabase('template0');
  const olderDir = mkdtempSync(join(tmpdir(), 'heliograph-migrations-'));
  try {
    for (const name of readdirSync(migrationsDir))
      if (name < '000218') copyFileSync(join(migrationsDir, name), join(olderDir, name));
    await migrate(sql, olderDir);
    for (const { name, mode, title, titleLocale, icon, path, parent } of MENUS.filter((menu) => menu.name !== NEW))
      await sql`
        insert into menus (parent_id, mode, name, title, title_locale, icon, path)
        values ((select id from menus where name = ${parent}), ${mode}, ${name}, ${title}, ${titleLocale}, ${icon}, ${path})`;
    const roles: [string, readonly string[]][] = [
      ['owner', grants],
      ['installer', ['PvPlant', 'DeviceControl']],
      ['own_people', ['UserCreate']],
      ['own_plants', ['PvPlant']],
    ];
    for (const [code, names] of roles) {
      await sql`insert into roles (code, name, scope) values (${code}, ${code}, ${code === 'owner' ? 'own' : 'branch'})`;
      await sql`
        insert into role_menus (role_id, menu_id)
        select r.id, m.id from roles r, menus m where r.code = ${code} and m.name in (select unnest(${names as string[]}::text[]))`;
    }
    await migrate(sql);
    await seed({ sql, config });
    const rows = await sql<{ code: string }[]>`
      select r.code from roles r join role_menus rm on rm.role_id = r.id join menus m on m.id = rm.menu_id
      where m.name = ${NEW} and r.code in ('owner', 'installer', 'own_people', 'own_plants') order by r.code`;
    return rows.map(({ code }) => code);
  } finally {
    rmSync(olderDir, { recursive: true, force: true });
    await drop();
  }
}

test('grants it to an unchanged role Owner, to roles that control devices and to those that assign roles', async () => {
  expect(await rolesWithIt(GRANTS)).toEqual(['installer', 'own_people', 'owner']);
});

test('leaves a role Owner as the operator has made it', async () => {
  expect(await rolesWithIt([...GRANTS, 'HistoryDelete'])).toEqual(['installer', 'own_people']);
  expect(await rolesWithIt(GRANTS.filter((name) => name !== 'SiteUpdate'))).toEqual(['installer', 'own_people']);
});
