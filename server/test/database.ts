// A fresh database per test file: a clone of a template, on each node of a cluster.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { inject } from 'vitest';
import { parseConfig } from '../src/config.ts';
import { connect, NO_LIMITS, type Sql } from '../src/platform/database/connect.ts';
import { settleDatabase } from '../src/platform/database/distribute.ts';
import { seed } from '../src/seed/seed.ts';
import { databaseOn } from './databaseOn.ts';

/** Stays open for all files of a worker: to begin a connection takes as long as many a file's statements. */
const admins = new Map<string, Sql>();
function adminOf(url: string): Sql {
  const known = admins.get(url) ?? connect(url, { max: 1, limits: NO_LIMITS });
  admins.set(url, known);
  return known;
}

export type FreshDatabase = { sql: Sql; url: string; drop: () => Promise<void> };

/** `template0` gives an empty one, for tests of migrations; `seeded` has what the portal cannot work without, by no settings. */
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
  // A test may hold a transaction for as long as a slow machine takes.
  const sql = connect(url, { max: 5, limits: NO_LIMITS });
  if (template === 'seeded' && inject('seeded') === null) await seedPlainly(sql);
  const drop = async (): Promise<void> => {
    await sql.end({ timeout: 1 });
    for (const node of nodes) await dropOn(node, name);
  };
  return { sql, url, drop };
}

/** By no settings. */
async function seedPlainly(sql: Sql): Promise<void> {
  await seed({ sql, config: parseConfig({ env: { DEMO: 'off' }, production: false, isRoot: false }) });
}

async function settle(url: string): Promise<void> {
  const sql = connect(url, { max: 1 });
  await settleDatabase(sql);
  await sql.end();
}

async function dropOn(adminUrl: string, name: string): Promise<void> {
  const admin = adminOf(adminUrl);
  // A process of the database's own (autovacuum) that is at it for a moment is no connection of ours to end.
  for (let tries = 0; ; tries++) {
    const failure = await admin.unsafe(`drop database if exists ${name} with (force)`).then(
      () => null,
      (error: unknown) => error,
    );
    if (failure === null) break;
    if (tries >= 50) throw failure;
    await wait(200);
    await endPrepared(databaseOn(adminUrl, name));
  }
}

/** What a process that was killed has left half committed on a node; Citus would look for it once a minute. */
async function endPrepared(url: string): Promise<void> {
  const sql = connect(url, { max: 1 });
  const left = await sql<{ gid: string }[]>`select gid from pg_prepared_xacts where database = current_database()`;
  for (const { gid } of left) await sql.unsafe(`rollback prepared '${gid}'`).catch(() => {});
  await sql.end({ timeout: 1 });
}
