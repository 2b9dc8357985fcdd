// What distributing refuses, and what it has made of the database that the tests on a cluster run on.
import { afterAll, expect, test } from 'vitest';
import { isCluster } from '../../test/cluster.ts';
import { freshDatabase } from '../../test/database.ts';
import { distribute } from './distribute.ts';

const { sql, drop } = await freshDatabase();
afterAll(drop);

test.runIf(!isCluster)('a database without Citus is left as it is, and it is said what is missing', async () => {
  await expect(distribute(sql)).rejects.toThrow('This database has no Citus');
  expect(await sql`select from pg_class where relname = 'hot_samples' and relkind = 'p'`).toHaveLength(1);
});

test.runIf(isCluster)(
  'plants lie together with all that is theirs, and a second time finds nothing to do',
  async () => {
    const places = async () =>
      await sql<{ name: string; colocation: number; key: string | null }[]>`
    select logicalrelid::text as name, colocationid as colocation, column_to_column_name(logicalrelid, partkey) as key
    from pg_dist_partition where partmethod = 'h' order by 1`;
    const before = await places();
    expect(before.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['sites', 'devices', 'device_live', 'device_days', 'hot_samples', 'sample_blocks']),
    );
    expect(new Set(before.map(({ colocation, key }) => `${colocation} ${key}`)).size).toBe(1);
    const said: string[] = [];
    await distribute(sql, { say: (line) => said.push(line) });
    expect(said).toEqual(['Every table is distributed already.']);
    expect(await places()).toEqual(before);
  },
);

test.runIf(isCluster)('keys from what is a plant’s to the plant are there again', async () => {
  const keys = await sql<{ name: string }[]>`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'sites'::regclass order by 1`;
  expect(keys.map(({ name }) => name)).toEqual([
    'device_live',
    'device_sources',
    'devices',
    'site_live',
    'site_prices',
  ]);
});
