// The embedded database restarts after any kill of its processes, immediately and without notice.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EMBEDDED, kill, postmasterFile, postmasterOf, startEmbedded, watcherOf } from './embeddedProcess.ts';
import { childrenOf, killServers, processesIn, type Started, stopServer } from './serverProcess.ts';

let folder: string;
let dataDir: string;
/** An unrelated process of the database's user. */
let stranger: ChildProcess;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'heliograph back '));
  chmodSync(folder, 0o711);
  dataDir = join(folder, 'data');
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  stranger = spawn('/bin/sleep', ['3600'], { ...user, stdio: 'ignore' });
});

afterAll(async () => {
  stranger.kill('SIGKILL');
  await killServers();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const start = (place: string = dataDir) => startEmbedded(place);
const socketLock = () => join(dataDir, 'socket/.s.PGSQL.5432.lock');
const postmaster = () => postmasterOf(dataDir);

/** Writes this process's id into the first line of both lock files. */
function nameInLocks(pid: number): void {
  const notes = existsSync(postmasterFile(dataDir))
    ? readFileSync(postmasterFile(dataDir), 'utf8').split('\n').slice(1)
    : [];
  writeFileSync(postmasterFile(dataDir), [pid, ...(notes.length > 1 ? notes : [`${dataDir}/postgres`, ''])].join('\n'));
  writeFileSync(socketLock(), `${pid}\n${dataDir}/postgres\n1\n5432\n${dataDir}/socket\n`);
}

async function startsAndStops(): Promise<void> {
  const server = start();
  await server.ready;
  expect(await stopServer(server)).toBe(0);
}

// server/src/platform/database/embedded/staleLocks.test.ts has the other cases.
describe('the database starts although lock files name a running process', () => {
  test('of another program of the same user', async () => {
    await startsAndStops();
    nameInLocks(stranger.pid!);
    await startsAndStops();
  });

  test('of the new server itself', async () => {
    // "exec" keeps the pid that the shell has written.
    const script = 'for f in "$1" "$2"; do sed -i "1s/.*/$$/" "$f"; done; shift 2; exec "$@"';
    nameInLocks(1);
    const args = ['-c', script, 'sh', socketLock(), postmasterFile(dataDir), process.execPath, EMBEDDED];
    const child = spawn('/bin/sh', args, { env: { DATA_DIR: dataDir }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const ended = new Promise((resolve) => child.once('close', resolve));
    await new Promise<void>((resolve) => {
      const take = (chunk: Buffer): void => {
        output += chunk;
        if (output.includes('ready at')) resolve();
      };
      child.stdout.on('data', take);
      child.stderr.on('data', take);
      void ended.then(() => resolve());
    });
    expect(output).toBe('It is ready at database\n');
    child.kill('SIGINT');
    expect(await ended).toBe(0);
  });
});

describe('the database starts immediately after a kill of', () => {
  let server: Started;
  beforeAll(() => {
    server = start();
  });
  afterAll(async () => {
    expect(await stopServer(server)).toBe(0);
    expect(processesIn(dataDir)).toEqual([]);
  });

  const victims: [string, (server: number) => number[]][] = [
    ['the server', (pid) => [pid]],
    ['PostgreSQL and the server', (pid) => [postmaster(), pid]],
    ['the server and PostgreSQL', (pid) => [pid, postmaster()]],
    // PostgreSQL continues, and the next start finds and replaces it.
    ['the watcher and the server', (pid) => [watcherOf(pid), pid]],
    ['everything but PostgreSQL itself', (pid) => [watcherOf(pid), ...childrenOf(postmaster()), pid]],
    ['everything', (pid) => [...processesIn(dataDir), watcherOf(pid), pid]],
  ];
  test.each(victims)('%s', async (_, of) => {
    await server.ready;
    const before = postmaster();
    kill(of(server.child.pid!));
    // Immediately, without waiting for the killed processes to end.
    server = start();
    await server.ready;
    expect(postmaster()).not.toBe(before);
  });

  test.each([100, 250, 400, 550])('everything, %i ms after its start', async (ms) => {
    const other = join(folder, 'starting');
    const begun = start(other);
    await wait(ms);
    kill([...processesIn(other), ...childrenOf(begun.child.pid!), begun.child.pid!]);
    const next = start(other);
    await next.ready;
    expect(await stopServer(next)).toBe(0);
  });

  test('everything while the database is being created', async () => {
    const fresh = join(folder, 'fresh');
    const maker = start(fresh);
    while (!existsSync(join(fresh, 'postgres.unfinished/PG_VERSION')) && !existsSync(join(fresh, 'postgres')))
      await wait(5);
    // The creating process gets no signal, as when a supervisor kills only the server.
    kill([maker.child.pid!]);
    const next = start(fresh);
    await next.ready;
    expect(await stopServer(next)).toBe(0);
    expect(existsSync(join(fresh, 'postgres.unfinished'))).toBe(false);
  });
});
