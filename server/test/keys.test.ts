// What docs/scale.md promises of tables: telemetry is keyed by the site first, so that it can be distributed by it.
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from './database.ts';

const { sql, drop } = await freshDatabase();
afterAll(drop);

const TELEMETRY = [
  'damaged_blocks',
  'device_days',
  'device_live',
  'events',
  'hot_samples',
  'sample_blocks',
  'site_days',
  'site_live',
];

test('every unique key of a table of telemetry begins with the site', async () => {
  const keys = await sql<{ name: string; first: string }[]>`
    select c.relname as name, a.attname as first
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where i.indisunique and c.relname in ${sql(TELEMETRY)} order by 1`;
  expect(keys).toEqual(TELEMETRY.map((name) => ({ name, first: 'sid' })));
});

test('no foreign key leads from telemetry to anything but the site', async () => {
  const keys = await sql<{ name: string; to: string }[]>`
    select distinct f.conrelid::regclass::text as name, f.confrelid::regclass::text as to
    from pg_constraint f where f.contype = 'f' and f.conrelid::regclass::text in ${sql(TELEMETRY)}`;
  expect(keys.filter(({ to }) => to !== 'sites')).toEqual([]);
});
