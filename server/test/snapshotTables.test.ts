// Snapshots of tables: a committed change alters every checksum with its row, a change that was rolled back none.
import { expect, test } from 'vitest';
import { makeSite } from './factories.ts';
import { makeSample } from './readings.ts';
import { snapshotTables } from './snapshotTables.ts';
import { testServer } from './testServer.ts';

const { sql } = await testServer();
const sid = await makeSite(sql);
await makeSample(sql, { sid, sn: '1F90AA01', at: '2026-06-15T09:00:00Z', powerW: 100 });
const tables = await snapshotTables(sql);
const differing = (one: Map<string, string>, other: Map<string, string>) =>
  [...one].filter(([part, sum]) => other.get(part) !== sum).map(([part]) => part);

test.each([
  ['an insert', () => sql`insert into site_jobs (sid, kind, started_at) values (${sid}, 'takeKept', now())`],
  ['an update', () => sql`update site_jobs set kind = 'recompute' where sid = ${sid}`],
  ['a delete', () => sql`delete from site_jobs where sid = ${sid}`],
])('%s changes the checksum of its table only', async (_name, change) => {
  const before = await tables.everything();
  await change();
  expect(differing(before, await tables.everything())).toEqual(['site_jobs true']);
  expect(differing(before, await tables.everything(['site_jobs']))).toEqual(['site_jobs true']);
});

test('truncating a table changes its checksum, and a table in parts has a checksum for each part', async () => {
  const parts = [['hot_samples', `sid = '${sid}'`]] as const;
  const before = await tables.of(parts);
  await sql`update hot_samples set body = '\\x01' where sid = ${sid}`;
  const changed = await tables.of(parts);
  expect(changed).not.toEqual(before);
  await sql`truncate hot_samples`;
  expect(await tables.of(parts)).not.toEqual(changed);
});

test('a change that was rolled back or wrote equal values changes no checksum', async () => {
  const before = await tables.everything();
  await sql
    .begin(async (tx) => {
      await tx`delete from devices where sid = ${sid}`;
      await tx`update sites set name = 'another' where sid = ${sid}`;
      throw new Error('undone');
    })
    .catch(() => {});
  await sql`update sites set name = name where sid = ${sid}`;
  expect(await tables.everything()).toEqual(before);
});
