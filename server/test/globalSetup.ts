// One PostgreSQL for a whole test run, with a migrated template that each test file clones: the embedded one, or that of TEST_DATABASE_URL.
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { connect } from '../src/db/connect.ts';
import { startEmbedded } from '../src/db/embedded.ts';
import { migrate } from '../src/db/migrate.ts';
import { databaseOn } from './databaseOn.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of a database to make others from; its role may make databases and is no superuser. */
    databaseUrl: string;
    /** The name of the migrated template. */
    template: string;
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

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const { url, stop } = given ? { url: given, stop: async () => {} } : await startOwn();
  const template = `template_${randomUUID().replaceAll('-', '')}`;
  const teardown = async (): Promise<void> => {
    const admin = connect(url, { max: 1 });
    await admin.unsafe(`drop database if exists ${template} with (force)`);
    await admin.end();
    await stop();
  };
  try {
    const admin = connect(url, { max: 1 });
    await admin.unsafe(`create database ${template} template template0 encoding 'UTF8'`);
    await admin.end();
    const sql = connect(databaseOn(url, template), { max: 1 });
    await migrate(sql);
    await sql.end();
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('databaseUrl', url);
  project.provide('template', template);
  return teardown;
}
