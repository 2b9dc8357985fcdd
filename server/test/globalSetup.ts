// One PostgreSQL for a whole test run, with a migrated template that each test file clones.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { connect, socketUrl } from '../src/db/connect.ts';
import { startEmbedded } from '../src/db/embedded.ts';
import { migrate } from '../src/db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    socketDir: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'heliograph-test-'));
  chmodSync(dataDir, 0o711);
  const embedded = await startEmbedded({ dataDir, durable: false });
  const teardown = async (): Promise<void> => {
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const admin = connect(socketUrl(embedded.socketDir, 'postgres'), { max: 1 });
    await admin`create database template_migrated`;
    await admin.end();
    const template = connect(socketUrl(embedded.socketDir, 'template_migrated'), { max: 1 });
    await migrate(template);
    await template.end();
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('socketDir', embedded.socketDir);
  return teardown;
}
