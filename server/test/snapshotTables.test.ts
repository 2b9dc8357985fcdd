// Snapshots of tables: a committed change shows in every sum that holds its row, a change that was rolled back in none.
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
])('%s is seen in the sum of its table alone', async (_name, change) => {
  const before = await tables.everything();
  await change();
  expect(differing(before, await tables.everything())).toEqual(['site_jobs true']);
  expect(differing(before, await tables.everything(['site_jobs']))).toEqual(['site_jobs true']);
});

test('a table that is emptied, and a sum of a part of a table that has parts', async () => {
  const parts = [['hot_samples', `sid = '${sid}'`]] as const;
  const before = await tables.of(parts);
  await sql`update hot_samples set body = '\\x01' where sid = ${sid}`;
  const changed = await tables.of(parts);
  expect(changed).not.toEqual(before);
  await sql`truncate hot_samples`;
  expect(await tables.of(parts)).not.toEqual(changed);
});

test('what was undone, or wrote what was there, changes no sum', async () => {
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
