// A fresh database per test file: a clone of a template, on each node of a cluster.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { inject } from 'vitest';
import { parseConfig } from '../src/config.ts';
import { connect, NO_LIMITS, type Sql } from '../src/platform/database/connect.ts';
import { settleDatabase } from '../src/platform/database/distribute.ts';
import { seed } from '../src/seed/seed.ts';
import { databaseOn } from './databaseOn.ts';

/** Connections that stay open for all files of a worker, because connecting takes as long as the statements of many files. */
const admins = new Map<string, Sql>();
function adminOf(url: string): Sql {
  const existing = admins.get(url) ?? connect(url, { max: 1, limits: NO_LIMITS });
  admins.set(url, existing);
  return existing;
}

export type FreshDatabase = { sql: Sql; url: string; drop: () => Promise<void> };

/** Creates a database: `template0` is empty, for tests of migrations; `seeded` has the seed's rows, without settings. */
export async function freshDatabase(
  template: 'migrated' | 'seeded' | 'template0' = 'migrated',
): Promise<FreshDatabase> {
  const databaseUrl = inject('databaseUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const migrated = inject('template');
  const from = { migrated, seeded: inject('seeded') ?? migrated, template0: template }[template];
  const all = inject('nodes');
  const nodes = template === 'template0' ? all.slice(0, 1) : all;
  await Promise.all(
    nodes.map(async (node) => {
      await adminOf(node).unsafe(
        `create database ${name} template ${from} owner ${new URL(databaseUrl).username} encoding 'UTF8' strategy file_copy`,
      );
    }),
  );
  const url = databaseOn(databaseUrl, name);
  if (nodes.length > 1) await settle(url);
  // A test may hold a transaction for as long as a slow machine requires.
  const sql = connect(url, { max: 5, limits: NO_LIMITS });
  if (template === 'seeded' && inject('seeded') === null) await seedWithoutSettings(sql);
  const drop = async (): Promise<void> => {
    await sql.end({ timeout: 1 });
    for (const node of nodes) await dropOn(node, name);
  };
  return { sql, url, drop };
}

/** Seeds without settings. */
async function seedWithoutSettings(sql: Sql): Promise<void> {
  await seed({ sql, config: parseConfig({ env: { DEMO: 'off' }, production: false, isRoot: false }) });
}

async function settle(url: string): Promise<void> {
  const sql = connect(url, { max: 1 });
  await settleDatabase(sql);
  await sql.end();
}

async function dropOn(adminUrl: string, name: string): Promise<void> {
  const admin = adminOf(adminUrl);
  // A background process of the database (autovacuum) may be connected for a moment and cannot be ended.
  for (let attempts = 0; ; attempts++) {
    const failure = await admin.unsafe(`drop database if exists ${name} with (force)`).then(
      () => null,
      (error: unknown) => error,
    );
    if (failure === null) break;
    if (attempts >= 50) throw failure;
    await wait(200);
    await endPrepared(databaseOn(adminUrl, name));
  }
}

/** Rolls back transactions that a killed process left prepared on a node; Citus would do so once a minute. */
async function endPrepared(url: string): Promise<void> {
  const sql = connect(url, { max: 1 });
  const left = await sql<{ gid: string }[]>`select gid from pg_prepared_xacts where database = current_database()`;
  for (const { gid } of left) await sql.unsafe(`rollback prepared '${gid}'`).catch(() => {});
  await sql.end({ timeout: 1 });
}
