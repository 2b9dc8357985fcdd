// The embedded PostgreSQL: binaries from npm on a Unix socket; creates, starts, supervises and stops it.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDiskFull, StartupError } from '../../startupError.ts';
import { connect, socketUrl } from '../connect.ts';
import type { DatabaseProblem } from '../databaseHealth.ts';
import {
  type Cluster,
  database,
  diskFull,
  environment,
  lastLine,
  makeCluster,
  prepareRoles,
  readPassword,
  renewPassword,
  writeAccess,
} from './cluster.ts';
import { type FreeSpace, watchFreeSpace } from './freeSpace.ts';
import { type Running, supervise } from './keepRunning.ts';
import { lockFolder } from './lockFolder.ts';
import {
  databaseOwner,
  type Owner,
  prepareBinaries,
  prepareDataDir,
  prepareSocketDir,
  requireEnterable,
  unusableDataDir,
} from './places.ts';
import { endOrphans } from './processes.ts';
import { clearLocks } from './staleLocks.ts';

const majorVersion = '18';

export type EmbeddedOptions = {
  dataDir: string;
  /** Receives a sentence when PostgreSQL ends by itself, runs again, or its disk is full. */
  print?: (line: string) => void;
  /** False only for tests: a power cut then loses data. */
  durable?: boolean;
  /** True only for tests, which create a database each. */
  mayMakeDatabases?: boolean;
};

export type Embedded = {
  /** Contains the password of the server's role: never print it. */
  url: string;
  /** Returns why nothing can be written now; undefined: no problem. */
  trouble: () => DatabaseProblem | undefined;
  stop: () => Promise<void>;
};

function requireVersion(pgData: string): void {
  const file = join(pgData, 'PG_VERSION');
  if (!existsSync(file))
    throw new StartupError(
      `The data folder ${pgData} holds no PostgreSQL database; remove it or choose another folder with DATA_DIR.`,
    );
  const version = readFileSync(file, 'utf8').trim();
  if (version === majorVersion) return;
  throw new StartupError(
    `The data folder ${pgData} is of PostgreSQL ${version}, but this Heliograph brings PostgreSQL ${majorVersion}; ` +
      'start the Heliograph version that made it, or choose another folder with DATA_DIR.',
  );
}

/** Shared buffers, MB: an eighth of the memory of the machine or container. A day's samples and all live rows of ten thousand plants fit in. */
function buffersMb(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  return Math.min(MAX_BUFFERS_MB, Math.max(MIN_BUFFERS_MB, Math.floor(memory / 8 / 1_048_576)));
}
const MIN_BUFFERS_MB = 128;
const MAX_BUFFERS_MB = 1024;

function postgresArgs(pgData: string, socketDir: string, durable: boolean): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: `"${socketDir}"`,
    unix_socket_permissions: '0700',
    // Test files share one PostgreSQL, each with its own servers.
    max_connections: durable ? 60 : 200,
    shared_buffers: `${durable ? buffersMb() : 128}MB`,
    // For flash storage, where a random page costs nearly as much as the next one.
    random_page_cost: '1.1',
    max_wal_size: '1GB',
    // A batch of two thousand reports writes 2 MB, and two run at once: without space in the buffer they wait for the disk before the commit.
    wal_buffers: '16MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    // Tests connect some thousand times, with short-lived passwords that need no protection against guessing.
    scram_iterations: durable ? '4096' : '1',
    // Errors of single statements are returned to their sender; only messages about the whole database are read here.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    logging_collector: 'off',
  };
  return ['-D', pgData, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Starts a watcher that shuts PostgreSQL down cleanly when this process dies unexpectedly, which closes the pipe. */
function guard(pid: number, owner: Owner): ChildProcess {
  const script = 'read -r _ || kill -INT "$0"';
  const options = { ...owner, env: environment, cwd: '/', detached: true } as const;
  const child = spawn('/bin/sh', ['-c', script, String(pid)], { ...options, stdio: ['pipe', 'ignore', 'ignore'] });
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  child.unref();
  return child;
}

type Installation = Cluster & { dataDir: string; socketDir: string };

/** Starts PostgreSQL; resolves when it accepts connections, after its recovery from a crash. */
async function launch({ native, pgData, socketDir, owner, durable }: Installation): Promise<Running> {
  await clearLocks(pgData, socketDir);
  writeAccess({ pgData, owner });
  // In its own process group: Ctrl-C in the terminal reaches only the server, which then stops PostgreSQL last.
  const child = spawn(join(native, 'bin/postgres'), postgresArgs(pgData, socketDir, durable), {
    ...owner,
    env: environment,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const watcher = child.pid === undefined ? undefined : guard(child.pid, owner);
  let output = '';
  // Its child processes keep its output open, so that without this `ended` could wait long for a busy one. The search for
  // them must end before another PostgreSQL is started here, or it would end that one.
  let orphansEnded: Promise<void> | undefined;
  child.once('exit', () => (orphansEnded = endOrphans(pgData).catch(() => {})));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve())).then(() => orphansEnded);
  void ended.then(() => watcher?.stdin?.end('\n'));
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    void ended.then(() => {
      if (isDiskFull({ message: output })) reject(diskFull(pgData));
      else reject(new StartupError(`The embedded database did not start: ${lastLine(output)}`));
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

/** Whether the server's role may sign in with this password, and copy the folder for a backup; throws errors other than a refusal. */
async function maySignIn(url: string): Promise<boolean> {
  const sql = connect(url, { max: 1 });
  try {
    const [role] = await sql<{ mayCopy: boolean }[]>`
      select rolreplication as may_copy from pg_roles where rolname = current_user`;
    return role!.mayCopy;
  } catch (error) {
    const { code } = error as { code?: string };
    // Wrong password, no such role, no such database.
    if (code === '28P01' || code === '28000' || code === '3D000') return false;
    throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Returns the URL of the running database of a data folder, for a tool next to the server; undefined: none was created there yet. */
export function embeddedUrl(dataDir: string): string | undefined {
  if (!existsSync(dataDir)) return undefined;
  const password = readPassword(dataDir);
  return password && socketUrl(prepareSocketDir(dataDir, databaseOwner()), database, password);
}

/**
 * Starts PostgreSQL on its folder, which is created if missing, and restarts it whenever it ends by itself. Only one
 * server may use a folder. Throws StartupError.
 */
export async function startEmbedded({
  dataDir,
  print = () => {},
  durable = true,
  mayMakeDatabases = false,
}: EmbeddedOptions): Promise<Embedded> {
  const owner = databaseOwner();
  try {
    prepareDataDir(dataDir, owner);
    requireEnterable(dataDir, owner);
    const socketDir = prepareSocketDir(dataDir, owner);
    const unlock = await lockFolder(dataDir);
    if (!unlock) {
      throw new StartupError(
        `Another Heliograph already runs on the data folder ${dataDir}; stop it or choose another folder with DATA_DIR.`,
      );
    }
    try {
      const native = prepareBinaries(dataDir, owner);
      const pgData = join(dataDir, 'postgres');
      const installation: Installation = { native, pgData, owner, durable, mayMakeDatabases, dataDir, socketDir };
      if (existsSync(pgData)) requireVersion(pgData);
      else await makeCluster(installation);
      const started = await startPrepared(installation, print);
      const stop = async (): Promise<void> => {
        await started.stop();
        unlock();
      };
      return { ...started, stop };
    } catch (error) {
      unlock();
      throw error;
    }
  } catch (error) {
    if (error instanceof StartupError) throw error;
    if (isDiskFull(error)) throw diskFull(dataDir);
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'EEXIST'].includes(code))
      throw unusableDataDir(dataDir, error);
    throw error;
  }
}

/** Starts with a role that can sign in: prepares a new folder, one of an earlier version, and one whose password was lost. */
async function startPrepared(installation: Installation, print: (line: string) => void): Promise<Embedded> {
  const { pgData, socketDir, dataDir } = installation;
  const prepare = async (): Promise<string> => {
    await clearLocks(pgData, socketDir);
    return await prepareRoles(installation, dataDir);
  };
  let password = readPassword(dataDir) || (await prepare());
  for (let isRetry = false; ; isRetry = true) {
    const running = await startSupervised(installation, print);
    const url = socketUrl(socketDir, database, password);
    try {
      if (await maySignIn(url)) {
        password = await renewPassword(url, dataDir);
        return { ...running, url: socketUrl(socketDir, database, password) };
      }
      if (isRetry) throw new StartupError('The embedded database refuses its own role.');
    } catch (error) {
      await running.stop();
      throw error;
    }
    await running.stop();
    password = await prepare();
  }
}

async function startSupervised(
  installation: Installation,
  print: (line: string) => void,
): Promise<Pick<Embedded, 'trouble' | 'stop'>> {
  const { pgData } = installation;
  const space = await watchFreeSpace(pgData, (isFull) =>
    print(isFull ? diskFull(pgData).message : `The disk that holds ${pgData} has room again.`),
  );
  const supervised = await supervise({
    launch: () => launch(installation),
    print,
    pause: (seconds, signal) => pauseUntilSpace(space, seconds, signal),
  }).catch((error: unknown) => {
    space.stop();
    throw error;
  });
  return {
    trouble: () => {
      if (space.isFull()) return 'the disk is full';
      return supervised.isRunning() ? undefined : 'the database is being started again';
    },
    async stop() {
      space.stop();
      await supervised.stop();
    },
  };
}

/** Pauses between two starts; ends early when a full disk has free space again, as the next start may then succeed. */
async function pauseUntilSpace(space: FreeSpace, seconds: number, signal: AbortSignal): Promise<void> {
  const wasFull = space.isFull();
  for (let elapsedS = 0; elapsedS < seconds && !signal.aborted; elapsedS++) {
    await wait(1000, undefined, { signal }).catch(() => {});
    if (wasFull && !space.isFull()) return;
  }
}
