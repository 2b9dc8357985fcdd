// The embedded database comes back after any kill of anything: real processes, killed without a word, started right after.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

const start = (env: Record<string, string> = {}) => startServer({ DATA_DIR: dataDir, ...env });
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
  const address = await server.ready;
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
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
    const main = join(import.meta.dirname, '../src/main.ts');
    const child = spawn('/bin/sh', ['-c', script, 'sh', socketLock(), postmasterNotes(), process.execPath, main], {
      env: { PATH: '/usr/bin:/bin', PORT: '0', DEMO: 'off', DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    const ready = new Promise<boolean>((resolve) => {
      const take = (chunk: Buffer): void => {
        said += chunk;
        if (said.includes('ready at')) resolve(true);
      };
      child.stdout.on('data', take);
      child.stderr.on('data', take);
      child.once('close', () => resolve(false));
    });
    const isReady = await ready;
    expect({ isReady, said }).toMatchObject({ isReady: true });
    const ended = new Promise((resolve) => child.once('close', resolve));
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
    ...Array.from({ length: 5 }, (_, round): (typeof victims)[number] => [
      `everything, ${round + 1}`,
      // In another order each time.
      (pid) => rotated([...processesIn(dataDir), watcherOf(pid), pid], round),
    ]),
  ];
  test.each(victims)('%s', async (_, of) => {
    const address = await server.ready;
    await fetch(address, { method: 'POST' });
    kill(of(server.child.pid!));
    // At once: nobody waits until the killed ones are gone.
    server = start();
    expect((await fetch(`${await server.ready}/readyz`)).status).toBe(200);
  });

  test.each([100, 400, 800, 1200])('everything, %i ms after it was started', async (ms) => {
    const other = startServer({ DATA_DIR: join(folder, 'starting') });
    await wait(ms);
    kill([...processesIn(join(folder, 'starting')), ...childrenOf(other.child.pid!), other.child.pid!]);
    const next = startServer({ DATA_DIR: join(folder, 'starting') });
    await next.ready;
    expect(await stopServer(next)).toBe(0);
  });

  test('everything while the database is being made', async () => {
    const fresh = join(folder, 'fresh');
    const server = startServer({ DATA_DIR: fresh });
    while (!existsSync(join(fresh, 'postgres.unfinished/PG_VERSION')) && !existsSync(join(fresh, 'postgres')))
      await wait(5);
    // What makes it is not told, as when a supervisor ends the server alone.
    kill([server.child.pid!]);
    const next = startServer({ DATA_DIR: fresh });
    await next.ready;
    expect(await stopServer(next)).toBe(0);
    expect(existsSync(join(fresh, 'postgres.unfinished'))).toBe(false);
  });
});

test('of several that start at once, after a kill, exactly one runs and the others say why not', async () => {
  const server = start();
  await server.ready;
  kill([...processesIn(dataDir), server.child.pid!]);
  const starters = [start(), start(), start()];
  const outcomes = await Promise.allSettled(starters.map(({ ready }) => ready));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  const postmasters = processesIn(dataDir).filter((pid) => !processesIn(dataDir).some((other) => childrenOf(other).includes(pid)));
  expect(postmasters).toEqual([postmaster()]);
  for (const [index, { status }] of outcomes.entries()) {
    if (status === 'fulfilled') expect(await stopServer(starters[index]!)).toBe(0);
    else expect(starters[index]!.output()).toContain('Another Heliograph already runs on the data folder');
  }
});
