// The embedded PostgreSQL: real binaries from npm on a Unix socket, made, started, kept running and stopped here.
import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDiskFull, StartError } from '../startError.ts';
import { connect, socketUrl } from './connect.ts';
import { type FreeSpace, watchFreeSpace } from './freeSpace.ts';
import { keepRunning, type Running } from './keepRunning.ts';
import { lockFolder } from './lockFolder.ts';
import { type Owner, placeNative, placeOwner, placeSocketDir, requireEnterable } from './places.ts';
import { endOrphans, processIn, stopProcess } from './processes.ts';
import type { Trouble } from './trouble.ts';

const majorVersion = '18';
const database = 'heliograph';

export type EmbeddedOptions = {
  dataDir: string;
  /** Told in a sentence when PostgreSQL ends by itself, runs again, or its disk is full. */
  say?: (line: string) => void;
  /** Off only for tests: then a power cut loses data. */
  durable?: boolean;
};

export type Embedded = {
  url: string;
  socketDir: string;
  /** Why nothing can be written now; undefined when all is well. */
  trouble: () => Trouble | undefined;
  stop: () => Promise<void>;
};

// Nothing of the caller's environment reaches PostgreSQL: PGDATA and the like would mislead it.
const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

function run(program: string, args: string[], owner: Owner): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, args, { ...owner, env: environment, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** Made beside its place and renamed, so that an interrupted start leaves no half database behind. */
async function makeCluster(native: string, pgData: string, owner: Owner, durable: boolean): Promise<void> {
  const unfinished = `${pgData}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  if (owner) chownSync(unfinished, owner.uid, owner.gid);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--username=heliograph', '--auth=trust', '--no-instructions', ...(durable ? [] : ['--no-sync'])];
  const { code, output } = await run(join(native, 'bin/initdb'), ['-D', unfinished, ...locale, ...access], owner);
  if (code !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    throw isDiskFull({ message: output })
      ? diskFull(pgData)
      : new StartError(`The embedded database could not be made: ${lastLine(output)}`);
  }
  renameSync(unfinished, pgData);
}

function diskFull(path: string): StartError {
  return new StartError(`The disk that holds ${path} is full; free some space or choose another folder with DATA_DIR.`);
}

function lastLine(output: string): string {
  const lines = output.trim().split('\n');
  return (lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? '').replace(
    /^.*?(FATAL|PANIC|error): +/,
    '',
  );
}

function requireVersion(pgData: string): void {
  const version = readFileSync(join(pgData, 'PG_VERSION'), 'utf8').trim();
  if (version === majorVersion) return;
  throw new StartError(
    `The data folder ${pgData} is of PostgreSQL ${version}, but this Heliograph brings PostgreSQL ${majorVersion}; ` +
      'start the Heliograph version that made it, or choose another folder with DATA_DIR.',
  );
}

/** A server killed hard may leave its PostgreSQL, or only its notes, behind. The lock says it can't belong to a living one. */
async function recover(pgData: string): Promise<void> {
  const notes = join(pgData, 'postmaster.pid');
  const pid = existsSync(notes) ? Number(readFileSync(notes, 'utf8').split('\n', 1)[0]) : Number.NaN;
  if (!(pid > 1) || process.platform !== 'linux') return;
  if (processIn(pid, pgData)) {
    if (!(await stopProcess(pid, pgData))) {
      throw new StartError(
        `A PostgreSQL (process ${pid}) still runs on ${pgData} and does not stop; end it and start again.`,
      );
    }
  } else {
    // Its notes guard the memory that it shared with its parts: gone they must be before the notes are.
    await endOrphans(pgData);
    // The number may belong to another program by now, which would make PostgreSQL refuse to start.
    rmSync(notes, { force: true });
  }
}

function postgresArgs(pgData: string, socketDir: string, durable: boolean): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: `"${socketDir}"`,
    unix_socket_permissions: '0700',
    max_connections: 60,
    shared_buffers: '128MB',
    max_wal_size: '1GB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    // Faults of single statements come back to whoever sent them; here only what concerns the whole database is read.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    logging_collector: 'off',
  };
  return ['-D', pgData, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Ends PostgreSQL in order when this process dies without a word: its end of the pipe closes then. */
function guard(pid: number, owner: Owner): ChildProcess {
  const script = 'read -r _ || kill -INT "$0"';
  const options = { ...owner, env: environment, cwd: '/', detached: true } as const;
  const child = spawn('/bin/sh', ['-c', script, String(pid)], { ...options, stdio: ['pipe', 'ignore', 'ignore'] });
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  child.unref();
  return child;
}

type Place = { native: string; pgData: string; socketDir: string; owner: Owner; durable: boolean };

/** Resolves when PostgreSQL takes connections, after it has recovered what a crash left. */
async function launch({ native, pgData, socketDir, owner, durable }: Place): Promise<Running> {
  await recover(pgData);
  // Its own process group: Ctrl-C in the terminal reaches the server alone, which then stops PostgreSQL last.
  const child = spawn(join(native, 'bin/postgres'), postgresArgs(pgData, socketDir, durable), {
    ...owner,
    env: environment,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const watcher = child.pid === undefined ? undefined : guard(child.pid, owner);
  let output = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  void ended.then(() => watcher?.stdin?.end('\n'));
  // Its parts hold its output open, so that without this `ended` could wait long for a busy one.
  child.once('exit', () => void endOrphans(pgData));
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      if (isDiskFull({ message: output })) reject(diskFull(pgData));
      else reject(new StartError(`The embedded database did not start: ${lastLine(output)}`));
    });
    child.stderr.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-8000);
      if (output.includes('ready to accept connections')) resolve();
    });
  });
  return {
    ended,
    end: () => child.kill('SIGINT'),
    reason: () => (isDiskFull({ message: output }) ? diskFull(pgData).message : lastLine(output)),
  };
}

/** A new cluster has only the database `postgres`; ours is made once. */
async function makeDatabase(socketDir: string): Promise<void> {
  const sql = connect(socketUrl(socketDir, 'postgres'), { max: 1 });
  try {
    const found = await sql`select 1 from pg_database where datname = ${database}`;
    if (found.length === 0) await sql.unsafe(`create database ${database}`);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * Starts PostgreSQL on its folder, making it first when there is none, and again whenever it ends by itself. Only one
 * server may hold a folder.
 */
export async function startEmbedded({ dataDir, say = () => {}, durable = true }: EmbeddedOptions): Promise<Embedded> {
  const owner = placeOwner();
  try {
    mkdirSync(dataDir, { recursive: true });
    requireEnterable(dataDir, owner);
    const socketDir = placeSocketDir(dataDir, owner);
    const unlock = await lockFolder(dataDir, socketDir);
    if (!unlock) {
      throw new StartError(
        `Another Heliograph already runs on the data folder ${dataDir}; stop it or choose another folder with DATA_DIR.`,
      );
    }
    try {
      const native = placeNative(dataDir, owner);
      const pgData = join(dataDir, 'postgres');
      if (existsSync(pgData)) requireVersion(pgData);
      else await makeCluster(native, pgData, owner, durable);
      const space = await watchFreeSpace(pgData, (isFull) =>
        say(isFull ? diskFull(pgData).message : `The disk that holds ${pgData} has room again.`),
      );
      const kept = await keepRunning({
        launch: () => launch({ native, pgData, socketDir, owner, durable }),
        say,
        pause: (seconds, signal) => pauseUntilRoom(space, seconds, signal),
      }).catch((error: unknown) => {
        space.stop();
        throw error;
      });
      const stop = async (): Promise<void> => {
        space.stop();
        await kept.stop();
        unlock();
      };
      try {
        await makeDatabase(socketDir);
      } catch (error) {
        await stop();
        throw error;
      }
      const trouble = (): Trouble | undefined => {
        if (space.isFull()) return 'the disk is full';
        return kept.isRunning() ? undefined : 'the database is being started again';
      };
      return { url: socketUrl(socketDir, database), socketDir, trouble, stop };
    } catch (error) {
      unlock();
      throw error;
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    if (isDiskFull(error)) throw diskFull(dataDir);
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR' || code === 'EEXIST') {
      throw new StartError(`The data folder ${dataDir} can't be written (${code}); choose another one with DATA_DIR.`);
    }
    throw error;
  }
}

/** Between two starts; room on a disk that was full ends it, because then the next start has a reason to succeed. */
async function pauseUntilRoom(space: FreeSpace, seconds: number, signal: AbortSignal): Promise<void> {
  const wasFull = space.isFull();
  for (let passedS = 0; passedS < seconds && !signal.aborted; passedS++) {
    await wait(1000, undefined, { signal }).catch(() => {});
    if (wasFull && !space.isFull()) return;
  }
}
