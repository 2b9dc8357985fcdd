// Migration of a portal in which owners could not create plants: the built-in role gets the buttons, other roles nothing.
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../../test/database.ts';
import { migrate, migrationsDir } from '../platform/database/migrate.ts';

const database = await freshDatabase('template0');
const { sql } = database;
const olderDir = mkdtempSync(join(tmpdir(), 'heliograph-migrations-'));
afterAll(async () => {
  rmSync(olderDir, { recursive: true, force: true });
  await database.drop();
});

test('grants owners of an existing portal to create plants and to add and remove devices', async () => {
  for (const name of readdirSync(migrationsDir))
    if (name < '000210') copyFileSync(join(migrationsDir, name), join(olderDir, name));
  await migrate(sql, olderDir);
  const buttons = ['SiteCreate', 'SiteUpdate', 'SiteDelete', 'DeviceRegister', 'DeviceRemove'];
  for (const name of buttons)
    await sql`insert into menus (mode, name, title, title_locale) values (2, ${name}, ${name}, ${`menu.${name}`})`;
  await sql`insert into roles (code, name, scope) values ('owner', 'Owner', 'own'), ('own_1', 'Watchers', 'own')`;
  await sql`
    insert into role_menus (role_id, menu_id) select r.id, m.id from roles r, menus m where m.name = 'SiteUpdate'`;
  await migrate(sql);
  const granted = await sql<{ code: string; names: string[]; version: number }[]>`
    select r.code, array_agg(m.name order by m.name) as names, r.version
    from roles r join role_menus o on o.role_id = r.id join menus m on m.id = o.menu_id
    group by r.id order by r.code desc`;
  expect(granted).toEqual([
    { code: 'owner', names: ['DeviceRegister', 'DeviceRemove', 'SiteCreate', 'SiteUpdate'], version: 2 },
    { code: 'own_1', names: ['SiteUpdate'], version: 1 },
  ]);
});
