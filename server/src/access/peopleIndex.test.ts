// Upgrade of a portal whose companies, memberships and users have no access index yet.
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../../test/database.ts';
import { stalePeople } from '../../test/stalePeople.ts';
import { migrate, migrationsDir } from '../platform/database/migrate.ts';

const database = await freshDatabase('template0');
const { sql } = database;
const olderDir = mkdtempSync(join(tmpdir(), 'heliograph-migrations-'));
afterAll(async () => {
  rmSync(olderDir, { recursive: true, force: true });
  await database.drop();
});

test('an upgrade indexes existing companies, memberships and users', async () => {
  for (const name of readdirSync(migrationsDir))
    if (name < '000228') copyFileSync(join(migrationsDir, name), join(olderDir, name));
  await migrate(sql, olderDir);
  const company = async (parentId: number | null) =>
    (
      await sql<{ id: number }[]>`
      insert into companies (kind, name, parent_id) values ('dealer', 'Company', ${parentId}) returning id`
    )[0]!.id;
  const root = await company(null);
  const [north, south] = [await company(root), await company(root)];
  const below = await company(north);
  const [user] = await sql<{ id: number }[]>`
    insert into users (email, password_hash) values ('ines@example.com', '-') returning id`;
  await sql`insert into roles (code, name, scope) values ('test', 'Test', 'branch')`;
  for (const companyId of [below, south])
    await sql`insert into memberships (user_id, company_id, role_id) select ${user!.id}, ${companyId}, id from roles`;
  await migrate(sql);
  expect(await stalePeople(sql)).toEqual([]);
  const ids = (seenBy: readonly number[]) => seenBy.map((id) => -id).toSorted((one, other) => one - other);
  const [row] = await sql<{ seenBy: number[] }[]>`select seen_by from users`;
  expect(ids(row!.seenBy)).toEqual([root, north, south, below].toSorted((one, other) => one - other));
  const chains = await sql<{ seenBy: number[] }[]>`select seen_by from companies order by id`;
  expect(chains.map(({ seenBy }) => ids(seenBy))).toEqual([[root], [root, north], [root, south], [root, north, below]]);
});
