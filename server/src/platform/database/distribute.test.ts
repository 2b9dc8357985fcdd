// Tests the distribution over a cluster: the databases it refuses, and its result in the database used by tests on a cluster.
import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, expect, inject, test } from 'vitest';
import { joinNodes } from '../../../test/citusNodes.ts';
import { isCluster } from '../../../test/cluster.ts';
import { freshDatabase } from '../../../test/database.ts';
import { databaseOn } from '../../../test/databaseOn.ts';
import { makeDevice, makeSite } from '../../../test/factories.ts';
import { bdm400, readingOf } from '../../../test/reportServer.ts';
import { parseConfig } from '../../config.ts';
import { ingestReports } from '../../ingest/ingestReports.ts';
import { seed } from '../../seed/seed.ts';
import { createServices } from '../../services.ts';
import { connect, NO_LIMITS, type Sql } from './connect.ts';
import { distribute } from './distribute.ts';
import { migrate } from './migrate.ts';

const { sql, drop } = await freshDatabase();
afterAll(drop);

test.runIf(!isCluster)('refuses a database without Citus and leaves it unchanged', async () => {
  await expect(distribute(sql)).rejects.toThrow('This database has no Citus');
  expect(await sql`select from pg_class where relname = 'hot_samples' and relkind = 'p'`).toHaveLength(1);
});

test.runIf(isCluster)('colocates the tables of plants, and does nothing when it is run again', async () => {
  const placements = async () =>
    await sql<{ name: string; colocation: number; key: string | null }[]>`
    select logicalrelid::text as name, colocationid as colocation, column_to_column_name(logicalrelid, partkey) as key
    from pg_dist_partition where partmethod = 'h' order by 1`;
  const before = await placements();
  expect(before.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['sites', 'devices', 'device_live', 'device_days', 'hot_samples', 'sample_blocks']),
  );
  expect(new Set(before.map(({ colocation, key }) => `${colocation} ${key}`)).size).toBe(1);
  const lines: string[] = [];
  await distribute(sql, { print: (line) => lines.push(line) });
  expect(lines).toEqual(['Every table is distributed already.']);
  expect(await placements()).toEqual(before);
});

test.runIf(isCluster)('restores the foreign keys from tables of plants to the plant', async () => {
  const keys = await sql<{ name: string }[]>`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'sites'::regclass order by 1`;
  expect(keys.map(({ name }) => name)).toEqual([
    'claim_requests',
    'commands',
    'device_live',
    'device_parameters',
    'device_sources',
    'devices',
    'found_recipients',
    'incident_events',
    'incident_notices',
    'incidents',
    'join_questions',
    'layout_photos',
    'layouts',
    'limit_rules',
    'module_pages',
    'modules',
    'public_links',
    'report_recipients',
    'report_settings',
    'rollout_devices',
    'site_live',
    'site_offers',
    'site_pictures',
    'site_prices',
    'update_questions',
    'zones',
  ]);
});

/** Returns all rows of every table, by table. */
async function contents(database: Sql): Promise<Record<string, string>> {
  const tables = await database<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'hot\\_samples\\_%' order by 1`;
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const rows = await database.unsafe<{ row: string }[]>(`select t::text as row from ${name} t`);
    sums[name] = rows
      .map(({ row }) => row)
      .toSorted()
      .join('\n');
  }
  return sums;
}

test.runIf(isCluster)(
  'keeps the contents of a database with plants, devices and samples, which then accepts reports',
  async () => {
    const nodes = inject('nodes');
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    const { username } = new URL(inject('databaseUrl'));
    const onAll = async (statement: string): Promise<void> => {
      for (const node of nodes) {
        const admin = connect(node, { max: 1 });
        await admin.unsafe(statement);
        await admin.end();
      }
    };
    await onAll(`create database ${name} owner ${username} template template0 encoding 'UTF8'`);
    await joinNodes(nodes.map((node) => databaseOn(node, name)));
    const full = connect(databaseOn(inject('databaseUrl'), name), { max: 3, limits: NO_LIMITS });
    try {
      await migrate(full);
      const config = parseConfig({ env: { DEMO: 'off' }, production: false, isRoot: false });
      await seed({ sql: full, config });
      let atMs = Date.parse('2026-06-15T10:00:00Z');
      const context = {
        sql: full,
        config,
        clock: { now: () => new Date(atMs) },
        log: pino({ level: 'fatal' }),
        ...createServices(full),
      };
      const devices: { sid: string; sn: string }[] = [];
      for (let n = 0; n < 4; n++) devices.push(await makeDevice(full, { sid: await makeSite(full) }));
      const report = async (powerW: number) => {
        atMs += 300_000;
        return await ingestReports(
          context,
          devices.map(({ sn }) => readingOf(bdm400(sn, { powerW }), atMs)),
        );
      };
      for (let n = 0; n < 5; n++) await report(100 + n);
      const before = await contents(full);
      expect(before.hot_samples!.split('\n')).toHaveLength(20);
      await distribute(full);
      expect(await contents(full)).toEqual(before);
      expect(await report(200)).toMatchObject(devices.map(({ sid }) => ({ kind: 'stored', sid })));
      expect((await contents(full)).hot_samples!.split('\n')).toHaveLength(24);
    } finally {
      await full.end({ timeout: 1 });
      await onAll(`drop database if exists ${name} with (force)`);
    }
  },
);
