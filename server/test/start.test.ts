// Starts and stops the real server as a process: what it says, what it leaves behind, how it recovers.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Sql } from '../src/platform/database/connect.ts';
import { freshDatabase } from './database.ts';
import { killServers, processesIn, type Started, startServer, stopServer } from './serverProcess.ts';

const isLinuxRoot = process.platform === 'linux' && process.getuid?.() === 0;
let folder: string;
let dataDir: string;

const start = (env: Record<string, string>, args: string[] = []): Started =>
  startServer({ DATA_DIR: dataDir, ...env }, args);
const stop = stopServer;

async function refusal(env: Record<string, string>, args: string[] = []): Promise<string> {
  const started = start(env, args);
  expect(await started.ended).toBe(1);
  const said = started.output().trim();
  expect(said.split('\n')).toHaveLength(1);
  return said;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'heliograph start '));
  chmodSync(folder, 0o711);
  dataDir = join(folder, 'data');
});

afterAll(async () => {
  await killServers();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

test('starts in a folder with a space, answers, and a Ctrl-C leaves nothing behind', async () => {
  const server = start({});
  const address = await server.ready;
  const answer = await fetch(`${address}/v2/common/lan`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(200);
  expect(server.output()).toMatch(/Make the first administrator at http\S+\/setup#secret=\S+/);
  expect(await stop(server)).toBe(0);
  if (process.platform === 'linux') expect(processesIn(dataDir)).toEqual([]);
});

test('a second server on the same data folder is refused, and the first goes on', async () => {
  const server = start({});
  const address = await server.ready;
  expect(await refusal({})).toContain('Another Heliograph already runs on the data folder');
  expect((await fetch(`${address}/v2/common/lan`, { method: 'POST' })).status).toBe(200);
  expect(await stop(server, 'SIGTERM')).toBe(0);
});

test('two copies run beside each other', async () => {
  const one = start({});
  const two = start({ DATA_DIR: join(folder, 'other') });
  expect(await one.ready).not.toBe(await two.ready);
  expect(await Promise.all([stop(one), stop(two)])).toEqual([0, 0]);
});

test('after a demonstration a start without one freezes its accounts and says so; with it again they work', async () => {
  const ask = async (address: string, path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${address}/v2/${path}`, { method: 'POST', body: JSON.stringify(body), headers });
    return (await answer.json()) as { code: number; data: { demo: { accounts: unknown[] } | null } };
  };
  const signIn = async (address: string): Promise<number> =>
    (await ask(address, 'sign-in', { account: 'admin@example.com', password: 'heliograph' })).code;
  const frozen =
    /^The demonstration's \d+ accounts are frozen, because their password is published; DEMO=on lets them in again\.$/m;
  const env = { DATA_DIR: join(folder, 'demonstration') };
  const first = start({ ...env, DEMO: 'on' });
  const address = await first.ready;
  // A process of its own enters them, meanwhile.
  const accounts = async () => (await ask(address, 'common/portal', {})).data.demo?.accounts.length ?? 0;
  await expect.poll(accounts, { timeout: 60_000 }).toBe(3);
  expect(await signIn(address)).toBe(200);
  expect(first.output()).not.toMatch(frozen);
  expect(await stop(first)).toBe(0);
  const without = start({ ...env, DEMO: 'off' });
  expect(await signIn(await without.ready)).not.toBe(200);
  expect(without.output()).toMatch(frozen);
  expect(await stop(without)).toBe(0);
  const again = start({ ...env, DEMO: 'on' });
  expect(await signIn(await again.ready)).toBe(200);
  expect(again.output()).not.toMatch(frozen);
  expect(await stop(again)).toBe(0);
});

test('killed hard, it starts again at once and has kept everything', async () => {
  const first = start({ ADMIN_EMAIL: 'kept@example.com', ADMIN_PASSWORD: 'sunny side' });
  await first.ready;
  await stop(first, 'SIGKILL');
  const second = start({});
  await second.ready;
  // The administrator exists: there is no link to make one.
  expect(second.output()).not.toContain('/setup');
  expect(await stop(second)).toBe(0);
});

test('killed hard together with its watcher, the PostgreSQL it left is found and replaced', async () => {
  const first = start({});
  await first.ready;
  const pid = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n', 1)[0]);
  if (process.platform === 'linux') {
    const watchers = readdirSync('/proc').filter((name) => {
      try {
        return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').endsWith(`"$0"\0${pid}\0`);
      } catch {
        return false;
      }
    });
    expect(watchers).toHaveLength(1);
    process.kill(Number(watchers[0]), 'SIGKILL');
  }
  await stop(first, 'SIGKILL');
  const second = start({});
  await second.ready;
  expect(await stop(second)).toBe(0);
});

test('notes of a PostgreSQL whose number belongs to another program by now do not stop a start', async () => {
  writeFileSync(join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n${dataDir}/postgres\n`);
  const server = start({});
  await server.ready;
  expect(await stop(server)).toBe(0);
});

test('a taken port', async () => {
  const other = createServer();
  const port = await new Promise<number>((resolve) =>
    other.listen(0, '0.0.0.0', () => resolve((other.address() as { port: number }).port)),
  );
  expect(await refusal({ PORT: String(port) })).toBe(
    `Heliograph did not start. The port ${port} is taken by another program; choose another, for example PORT=${port + 1}.`,
  );
  expect(await refusal({ DEVICE_PORT: String(port) })).toContain(`for example DEVICE_PORT=${port + 1}.`);
  other.close();
});

test('a wrong setting', async () => {
  expect(await refusal({ PORT: 'abc' })).toBe(
    'Heliograph did not start. The setting PORT "abc" is not a whole number from 1 to 65535, for example PORT=8080.',
  );
});

test('production without a database of its own', async () => {
  expect(await refusal({}, ['--production'])).toContain('The setting DATABASE_URL is missing');
});

test('production on an empty database: migrated, no demonstration, a link for the first administrator', async () => {
  const { sql, url, drop } = await freshDatabase('template0');
  const server = start({ DATABASE_URL: url, DEMO: '', PUBLIC_URL: 'https://solar.example.com' }, ['--production']);
  await server.ready;
  expect(server.output()).toMatch(/at https:\/\/solar\.example\.com\/setup#secret=\S+ \(the link works once\)/);
  // What the operator has left open.
  for (const name of ['STOLEN_PASSWORDS', 'LOG_SYSLOG', 'VIRUS_SCANNER']) expect(server.output()).toContain(`${name} `);
  if (new URL(url).password)
    expect(server.output()).toContain('until somebody changes it (docs/operate/security.md says when): DATABASE_URL.');
  expect(await sql`select email from users`).toEqual([]);
  expect(await sql`select sid from sites`).toEqual([]);
  expect(await stop(server, 'SIGTERM')).toBe(0);
  await drop();
});

test('a database that does not answer, without its password', async () => {
  const said = await refusal({ DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/none' });
  expect(said).toContain('The database 127.0.0.1:1/none of DATABASE_URL can’t be used'.replace('’', "'"));
  expect(said).not.toContain('hunter2');
});

test('a data folder of another PostgreSQL', async () => {
  const other = join(folder, 'newer');
  mkdirSync(join(other, 'postgres'), { recursive: true });
  writeFileSync(join(other, 'postgres/PG_VERSION'), '19\n');
  expect(await refusal({ DATA_DIR: other })).toContain('is of PostgreSQL 19, but this Heliograph brings PostgreSQL 18');
});

async function afterChange(change: (sql: Sql) => Promise<unknown>): Promise<string> {
  const { url, drop } = await freshDatabase();
  const sql = connect(url, { max: 1 });
  await change(sql);
  await sql.end();
  try {
    return await refusal({ DATABASE_URL: url });
  } finally {
    await drop();
  }
}

test('a database of a newer version', async () => {
  const said = await afterChange((sql) => sql`insert into migrations (name, checksum) values ('999999_later', 'x')`);
  expect(said).toContain('The database is newer than this Heliograph: it has the migration 999999_later');
});

test('a migration that was edited after it was applied', async () => {
  const said = await afterChange((sql) => sql`update migrations set checksum = 'x' where name like '000001%'`);
  expect(said).toMatch(/The migration 000001_\w+\.sql was changed after it was applied/);
});

test('a data folder that root’s database can’t enter', async () => {
  if (!isLinuxRoot) return;
  const closed = join(folder, 'closed');
  mkdirSync(closed, { mode: 0o700 });
  expect(await refusal({ DATA_DIR: join(closed, 'data') })).toContain("which the database's user (nobody) can't enter");
});

test.runIf(isLinuxRoot && canMount())('a full disk', async () => {
  const small = join(folder, 'small');
  mkdirSync(small);
  for (const sizeMb of [1, 30]) {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=0755`, 'tmpfs', small]);
    try {
      expect(await refusal({ DATA_DIR: join(small, 'data') })).toContain('is full; free some space');
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
