// The embedded database comes back after any kill of anything: real processes, killed without a word, started right after.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { childrenOf, killServers, processesIn, type Started, startServer, stopServer } from './serverProcess.ts';

let folder: string;
let dataDir: string;
/** A process of the database's own user that has nothing to do with it. */
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

const embedded = join(import.meta.dirname, 'embeddedForever.ts');
const start = (DATA_DIR: string = dataDir) => startServer({ DATA_DIR }, [], embedded);
const socketLock = () => join(dataDir, 'socket/.s.PGSQL.5432.lock');
const postmasterNotes = () => join(dataDir, 'postgres/postmaster.pid');
const postmaster = () => Number(readFileSync(postmasterNotes(), 'utf8').split('\n', 1)[0]);

function kill(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {}
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

function rotated(pids: number[], by: number): number[] {
  return [...pids.slice(by), ...pids.slice(0, by)];
}

/** The shell that ends PostgreSQL when the server is gone. */
function watcherOf(server: number): number {
  const [watcher, ...more] = childrenOf(server).filter((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith('/bin/sh'),
  );
  expect(more).toEqual([]);
  return watcher!;
}

/** With the first line of both files naming this process. */
function nameInLocks(pid: number): void {
  const notes = existsSync(postmasterNotes()) ? readFileSync(postmasterNotes(), 'utf8').split('\n').slice(1) : [];
  writeFileSync(postmasterNotes(), [pid, ...(notes.length > 1 ? notes : [`${dataDir}/postgres`, ''])].join('\n'));
  writeFileSync(socketLock(), `${pid}\n${dataDir}/postgres\n1\n5432\n${dataDir}/socket\n`);
}

async function startsAndStops(): Promise<void> {
  const server = start();
  await server.ready;
  expect(await stopServer(server)).toBe(0);
}

describe('locks that name a living process', () => {
  test('of the same user, which is another program', async () => {
    await startsAndStops();
    nameInLocks(stranger.pid!);
    await startsAndStops();
  });

  test("of this one: the new server's parent, as in a container where numbers come again", async () => {
    nameInLocks(process.pid);
    await startsAndStops();
  });

  test('of the new server itself', async () => {
    // "exec" keeps the number of the shell, which writes it before.
    const script = 'for f in "$1" "$2"; do sed -i "1s/.*/$$/" "$f"; done; shift 2; exec "$@"';
    nameInLocks(1);
    const args = ['-c', script, 'sh', socketLock(), postmasterNotes(), process.execPath, embedded];
    const child = spawn('/bin/sh', args, { env: { DATA_DIR: dataDir }, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    const ended = new Promise((resolve) => child.once('close', resolve));
    await new Promise<void>((resolve) => {
      const take = (chunk: Buffer): void => {
        said += chunk;
        if (said.includes('ready at')) resolve();
      };
      child.stdout.on('data', take);
      child.stderr.on('data', take);
      void ended.then(() => resolve());
    });
    expect(said).toBe('It is ready at database\n');
    child.kill('SIGINT');
    expect(await ended).toBe(0);
  });

  test.each(['', 'nonsense\n', '0\n'])('or nothing that is a number, as a power cut leaves them: %j', async (text) => {
    writeFileSync(postmasterNotes(), text);
    writeFileSync(socketLock(), text);
    await startsAndStops();
  });
});

describe('killed without a word, it starts right after', () => {
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
    ['the watcher and the server', (pid) => [watcherOf(pid), pid]],
    ['everything but PostgreSQL itself', (pid) => [watcherOf(pid), ...childrenOf(postmaster()), pid]],
    ['everything', (pid) => [...processesIn(dataDir), watcherOf(pid), pid]],
  ];
  test.each(victims)('%s', async (_, of) => {
    await server.ready;
    kill(of(server.child.pid!));
    // At once: nobody waits until the killed ones are gone.
    server = start();
    await server.ready;
  });

  test.each([100, 250, 400, 550])('everything, %i ms after it was started', async (ms) => {
    const other = join(folder, 'starting');
    const begun = start(other);
    await wait(ms);
    kill([...processesIn(other), ...childrenOf(begun.child.pid!), begun.child.pid!]);
    const next = start(other);
    await next.ready;
    expect(await stopServer(next)).toBe(0);
  });

  test('everything while the database is being made', async () => {
    const fresh = join(folder, 'fresh');
    const maker = start(fresh);
    while (!existsSync(join(fresh, 'postgres.unfinished/PG_VERSION')) && !existsSync(join(fresh, 'postgres')))
      await wait(5);
    // What makes it is not told, as when a supervisor ends the server alone.
    kill([maker.child.pid!]);
    const next = start(fresh);
    await next.ready;
    expect(await stopServer(next)).toBe(0);
    expect(existsSync(join(fresh, 'postgres.unfinished'))).toBe(false);
  });
});

test('the whole server, five times in a row, on the port that it had', async () => {
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()) };
  let server = startServer(env);
  for (let round = 0; round < 5; round++) {
    const address = await server.ready;
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    const { pid } = server.child;
    // In another order each time.
    kill(rotated([...processesIn(dataDir), watcherOf(pid!), pid!], round));
    server = startServer(env);
  }
  await server.ready;
  expect(await stopServer(server)).toBe(0);
  expect(processesIn(dataDir)).toEqual([]);
});

test('of several that start at once, after a kill, exactly one runs and the others say why not', async () => {
  const server = start();
  await server.ready;
  kill([...processesIn(dataDir), server.child.pid!]);
  const starters = [start(), start(), start()];
  const outcomes = await Promise.allSettled(starters.map(({ ready }) => ready));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  const postmasters = processesIn(dataDir).filter(
    (pid) => !processesIn(dataDir).some((other) => childrenOf(other).includes(pid)),
  );
  expect(postmasters).toEqual([postmaster()]);
  for (const [index, { status }] of outcomes.entries()) {
    if (status === 'fulfilled') expect(await stopServer(starters[index]!)).toBe(0);
    else expect(starters[index]!.output()).toContain('Another Heliograph already runs on the data folder');
  }
});
