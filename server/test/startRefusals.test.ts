// Refusals of a start, tested by function: each is one line that names what to change. start.test.ts tests the process.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireFreePorts } from '../src/http/listen.ts';
import type { Sql } from '../src/platform/database/connect.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { StartupError } from '../src/platform/startupError.ts';
import { freshDatabase } from './database.ts';

const isLinuxRoot = process.platform === 'linux' && process.getuid?.() === 0;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'heliograph refused '));
  chmodSync(folder, 0o711);
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

async function refusal(starting: Promise<unknown>): Promise<string> {
  const error = await starting.then(
    () => expect.fail('it started'),
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(StartupError);
  const { message } = error as StartupError;
  expect(message).not.toContain('\n');
  return message;
}

const open = (dataDir: string) => openDatabase({ databaseUrl: undefined, dataDir });

test('refuses a port in use and names its setting', async () => {
  const other = createServer();
  const port = await new Promise<number>((resolve) =>
    other.listen(0, '0.0.0.0', () => resolve((other.address() as { port: number }).port)),
  );
  expect(await refusal(requireFreePorts({ host: '127.0.0.1', port: 0, devicePort: port }))).toBe(
    `The port ${port} is taken by another program; choose another, for example DEVICE_PORT=${port + 1}.`,
  );
  other.close();
});

test('refuses a database that does not answer, with its name but without its password', async () => {
  const databaseUrl = 'postgres://user:hunter2@127.0.0.1:1/none';
  const message = await refusal(openDatabase({ databaseUrl, dataDir: folder }));
  expect(message).toContain("The database 127.0.0.1:1/none of DATABASE_URL can't be used");
  expect(message).not.toContain('hunter2');
});

test('refuses a data folder of another PostgreSQL', async () => {
  const other = join(folder, 'newer');
  mkdirSync(join(other, 'postgres'), { recursive: true });
  writeFileSync(join(other, 'postgres/PG_VERSION'), '19\n');
  expect(await refusal(open(other))).toContain('is of PostgreSQL 19, but this Heliograph brings PostgreSQL 18');
});

async function afterChange(change: (sql: Sql) => Promise<unknown>): Promise<string> {
  const { sql, drop } = await freshDatabase();
  try {
    await change(sql);
    return await refusal(migrate(sql));
  } finally {
    await drop();
  }
}

test('refuses a database of a newer version', async () => {
  const message = await afterChange((sql) => sql`insert into migrations (name, checksum) values ('999999_later', 'x')`);
  expect(message).toContain('The database is newer than this Heliograph: it has the migration 999999_later');
});

test('refuses a migration that was edited after it was applied', async () => {
  const message = await afterChange((sql) => sql`update migrations set checksum = 'x' where name like '000001%'`);
  expect(message).toMatch(/The migration 000001_\w+\.sql was changed after it was applied/);
});

test.runIf(isLinuxRoot)('refuses a data folder that the database of root cannot enter', async () => {
  const closed = join(folder, 'closed');
  mkdirSync(closed, { mode: 0o700 });
  expect(await refusal(open(join(closed, 'data')))).toContain("which the database's user (nobody) can't enter");
});

test.runIf(isLinuxRoot && canMount())('refuses a full disk and leaves nothing incomplete on it', async () => {
  const small = join(folder, 'small');
  mkdirSync(small);
  for (const sizeMb of [1, 30]) {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=0755`, 'tmpfs', small]);
    try {
      expect(await refusal(open(join(small, 'data')))).toContain('is full; free some space');
      expect(existsSync(join(small, 'data/postgres'))).toBe(false);
    } finally {
      execFileSync('umount', [small]);
    }
  }
});

function canMount(): boolean {
  try {
    const probe = mkdtempSync(join(tmpdir(), 'heliograph-mount-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', probe], { stdio: 'ignore' });
    execFileSync('umount', [probe]);
    rmSync(probe, { recursive: true });
    return true;
  } catch {
    return false;
  }
}
