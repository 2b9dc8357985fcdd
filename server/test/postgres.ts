// Starts a temporary PostgreSQL for a test run from installed programs; its folder is removed afterwards.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../src/platform/database/connect.ts';
import { databaseOwner } from '../src/platform/database/embedded/places.ts';

export interface Postgres {
  /** URL of the role that the server's tests use: no superuser, may create databases. */
  url: string;
  superuserUrl: string;
  port: number;
  stop(): Promise<void>;
}

/** Password of all roles on all servers of a run, because nodes of a cluster connect to each other. */
const password = randomBytes(24).toString('base64url');

/** Starts a PostgreSQL without durability, for test data only. `isNode`: node of a cluster, where the role of calls connects to other nodes. */
export async function startPostgres(
  bin: string,
  settings: Record<string, string | number> = {},
  isNode = false,
): Promise<Postgres> {
  for (const program of ['initdb', 'postgres'])
    if (!existsSync(join(bin, program)))
      throw new Error(`${bin} has no ${program}: it must be the programs of a PostgreSQL.`);
  const owner = databaseOwner();
  const dir = mkdtempSync(join(tmpdir(), 'heliograph-postgres-'));
  chmodSync(dir, 0o711);
  const data = join(dir, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (owner) chownSync(data, owner.uid, owner.gid);
  const remove = (): void => rmSync(dir, { recursive: true, force: true });
  const secret = (name: string, text: string): string => {
    const path = join(dir, name);
    writeFileSync(path, text, { mode: 0o600 });
    if (owner) chownSync(path, owner.uid, owner.gid);
    return path;
  };
  const own = secret('password', password);
  const pgpass = secret('pgpass', `*:*:*:*:${password}\n`);
  const options = { ...owner, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', PGPASSFILE: pgpass }, cwd: '/' };
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${own}`];
  const args = ['-D', data, ...access, '--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions'];
  const initdb = spawnSync(join(bin, 'initdb'), args, { ...options, encoding: 'utf8' });
  if (initdb.status !== 0) {
    remove();
    throw new Error(`initdb of ${bin}: ${initdb.stderr}`);
  }
  const port = await freePort();
  const all = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '128MB',
    timezone: 'UTC',
    jit: 'off',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    log_min_messages: 'fatal',
    ...settings,
  };
  const settingArgs = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(bin, 'postgres'), ['-D', data, ...settingArgs], {
    ...options,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let lastOutput = '';
  child.stderr.on('data', (chunk: Buffer) => {
    lastOutput = (lastOutput + chunk).slice(-4000);
  });
  const stop = async (): Promise<void> => {
    await ended(child);
    remove();
  };
  // An interrupted run must not leave the process behind.
  process.once('exit', () => child.kill('SIGKILL'));
  try {
    const superuserUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
    await untilAnswering(superuserUrl, child, () => lastOutput);
    const sql = connect(superuserUrl, { max: 1 });
    await sql.unsafe(
      `create role heliograph login createdb password '${password}'; create role heliograph_call ${isNode ? `login password '${password}'` : 'nologin'}; grant heliograph_call to heliograph;`,
    );
    await sql.end();
    return { url: `postgres://heliograph:${password}@127.0.0.1:${port}/postgres`, superuserUrl, port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function untilAnswering(url: string, child: ChildProcess, lastOutput: () => string): Promise<void> {
  for (let attempts = 0; ; attempts++) {
    const sql = connect(url, { max: 1 });
    try {
      await sql`select`;
      return;
    } catch (error) {
      if (child.exitCode !== null || attempts > 600)
        throw new Error(`PostgreSQL did not start: ${lastOutput() || error}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  const insist = setTimeout(() => child.kill('SIGQUIT'), 10_000);
  await gone;
  clearTimeout(insist);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
