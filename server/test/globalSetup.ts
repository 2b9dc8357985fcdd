// One PostgreSQL for a test run, with a migrated template and a seeded one that test files clone: the embedded one, that of
// TEST_DATABASE_URL, or a cluster whose nodes TEST_CLUSTER_NODES names (testCluster.ts).
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { parseConfig } from '../src/config.ts';
import { connect } from '../src/platform/database/connect.ts';
import { distribute } from '../src/platform/database/distribute.ts';
import { startEmbedded } from '../src/platform/database/embedded/embedded.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { seed } from '../src/seed/seed.ts';
import { joinNodes } from './citusNodes.ts';
import { databaseOn } from './databaseOn.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a database; its role may create databases and is no superuser. */
    databaseUrl: string;
    /** Name of the migrated template. */
    template: string;
    /** Name of the migrated and seeded template; null on a cluster, where each database is seeded separately. */
    seeded: string | null;
    /** URLs of roles that may create and drop databases on each node of a cluster, the coordinator first; equal to databaseUrl with a single PostgreSQL. */
    nodes: string[];
  }
}

async function startOwn(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'heliograph-test-'));
  chmodSync(dataDir, 0o711);
  const embedded = await startEmbedded({ dataDir, durable: false, mayMakeDatabases: true });
  const stop = async (): Promise<void> => {
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url: embedded.url, stop };
}

async function onServer(url: string, ...statements: string[]): Promise<void> {
  const admin = connect(url, { max: 1 });
  for (const statement of statements) await admin.unsafe(statement);
  await admin.end();
}

async function makeSeeded(url: string, { seeded, template }: { seeded: string; template: string }): Promise<void> {
  await onServer(url, `create database ${seeded} template ${template} strategy file_copy`);
  const sql = connect(databaseOn(url, seeded), { max: 1 });
  await seed({ sql, config: parseConfig({ env: { DEMO: 'off' }, production: false, isRoot: false }) });
  await sql.end();
}

const quiet = (name: string): string[] => [
  `alter database ${name} with allow_connections false`,
  `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
];

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const databaseUrl = process.env.TEST_DATABASE_URL;
  const { url, stop } = databaseUrl ? { url: databaseUrl, stop: async () => {} } : await startOwn();
  const template = `template_${randomUUID().replaceAll('-', '')}`;
  const nodes = process.env.TEST_CLUSTER_NODES?.split(' ') ?? [url];
  const isCluster = nodes.length > 1;
  const seeded = isCluster ? null : `${template}_seeded`;
  const teardown = async (): Promise<void> => {
    for (const node of nodes) await onServer(node, `drop database if exists ${template} with (force)`);
    if (seeded) await onServer(url, `drop database if exists ${seeded} with (force)`);
    await stop();
  };
  try {
    const owner = new URL(url).username;
    for (const node of nodes)
      await onServer(node, `create database ${template} owner ${owner} template template0 encoding 'UTF8'`);
    if (isCluster) await joinNodes(nodes.map((node) => databaseOn(node, template)));
    const sql = connect(databaseOn(url, template), { max: 1 });
    await migrate(sql);
    if (isCluster) await distribute(sql);
    await sql.end();
    if (seeded) await makeSeeded(url, { seeded, template });
    // Background connections of Citus would block each clone.
    if (isCluster) for (const node of nodes) await onServer(node, ...quiet(template));
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('databaseUrl', url);
  project.provide('template', template);
  project.provide('seeded', seeded);
  project.provide('nodes', nodes);
  return teardown;
}
