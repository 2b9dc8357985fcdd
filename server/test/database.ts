// A fresh database per test file: a clone of the migrated template, on each node of a cluster.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { inject } from 'vitest';
import { connect, NO_LIMITS, type Sql } from '../src/db/connect.ts';
import { settleDatabase } from '../src/db/distribute.ts';
import { databaseOn } from './databaseOn.ts';

export type FreshDatabase = { sql: Sql; url: string; drop: () => Promise<void> };

/** `template0` gives an empty one, for tests of migrations. */
export async function freshDatabase(template: 'migrated' | 'template0' = 'migrated'): Promise<FreshDatabase> {
  const databaseUrl = inject('databaseUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const from = template === 'migrated' ? inject('template') : template;
  const all = inject('nodes');
  const nodes = template === 'migrated' ? all : all.slice(0, 1);
  await Promise.all(
    nodes.map(async (node) => {
      const admin = connect(node, { max: 1 });
      await admin.unsafe(
        `create database ${name} template ${from} owner ${new URL(databaseUrl).username} encoding 'UTF8' strategy file_copy`,
      );
      await admin.end();
    }),
  );
  const url = databaseOn(databaseUrl, name);
  if (nodes.length > 1) await settle(url);
  // A test may hold a transaction for as long as a slow machine takes.
  const sql = connect(url, { max: 5, limits: NO_LIMITS });
  const drop = async (): Promise<void> => {
    await sql.end({ timeout: 1 });
    for (const node of nodes) await dropOn(node, name);
  };
  return { sql, url, drop };
}

async function settle(url: string): Promise<void> {
  const sql = connect(url, { max: 1 });
  await settleDatabase(sql);
  await sql.end();
}

async function dropOn(adminUrl: string, name: string): Promise<void> {
  const admin = connect(adminUrl, { max: 1 });
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
  await admin.end();
}

/** What a process that was killed has left half committed on a node; Citus would look for it once a minute. */
async function endPrepared(url: string): Promise<void> {
  const sql = connect(url, { max: 1 });
  const left = await sql<{ gid: string }[]>`select gid from pg_prepared_xacts where database = current_database()`;
  for (const { gid } of left) await sql.unsafe(`rollback prepared '${gid}'`).catch(() => {});
  await sql.end({ timeout: 1 });
}
