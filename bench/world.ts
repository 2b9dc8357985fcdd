// A separate Heliograph for a measurement: fresh database on this disk, the real server process, filled by SQL.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { connect, NO_LIMITS, type Sql } from '../server/src/platform/database/connect.ts';
import { embeddedUrl, startEmbedded } from '../server/src/platform/database/embedded/embedded.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { untilReady } from './sending.ts';

const ROOT = resolve(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** Returns the arguments that an npm script passes to Node, from package.json. */
export const nodeArguments = (script: 'start' | 'export' | 'restore:plant'): string[] =>
  scripts[script]!.replace(/^(exec )?node /, '').split(' ');

/** Node's options of `npm start`. */
const START = nodeArguments('start');

export const ADMIN = { email: 'admin@example.com', password: 'bench-password' };

export interface World {
  url: string;
  /** Contains the password of this database; for a second process besides the server. */
  databaseUrl: string;
  /** With an embedded database, available only after the start of its server. */
  sql: Sql;
  /** Process id of the server, 0 when it does not run. */
  serverPid(): number;
  databaseDir: string;
  startServer(): Promise<void>;
  killServer(): Promise<void>;
  /** Starts one more server on the same database; the caller ends it. */
  startExtraServer(env: Record<string, string>): Promise<{ url: string; child: ChildProcess }>;
  /** Kills PostgreSQL with all its processes at once, as a power cut does; its supervisor restarts it. */
  killDatabase(): void;
  close(): Promise<void>;
}

interface WorldOptions {
  /** Owner of PostgreSQL: this process, for a server with DATABASE_URL, or the server itself, embedded. */
  database?: 'by URL' | 'embedded';
  /** Data folder; a temporary one by default. */
  dataDir?: string;
  /** Receives the log of server and database; by default that of the server is printed. */
  onLog?: (text: string) => void;
  /** Additional settings of the server. */
  env?: Record<string, string>;
}

export async function openWorld({ database = 'by URL', dataDir, onLog, env = {} }: WorldOptions = {}): Promise<World> {
  const databaseDir = dataDir ?? mkdtempSync(join(tmpdir(), 'heliograph-bench-'));
  mkdirSync(databaseDir, { recursive: true });
  chmodSync(databaseDir, 0o711);
  const byUrl =
    database === 'by URL'
      ? await startEmbedded({ dataDir: databaseDir, ...(onLog ? { print: onLog } : {}) })
      : undefined;
  const databaseUrl = (): string => byUrl?.url ?? embeddedUrl(databaseDir) ?? '';
  // No time limits: inserting a million rows takes as long as a busy machine needs.
  const connectDatabase = (): Sql => connect(databaseUrl(), { max: 4, limits: NO_LIMITS });
  // An embedded database gets a new password with each start of its server.
  let sql = byUrl && connectDatabase();
  if (sql) await migrate(sql);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;
  const settings = {
    DATABASE_URL: byUrl?.url ?? '',
    DATA_DIR: databaseDir,
    DEMO: 'off',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...env,
  };

  async function startServer(): Promise<void> {
    server = spawn(process.execPath, START, {
      cwd: ROOT,
      env: {
        ...process.env,
        PORT: String(port),
        ...settings,
      },
      stdio: ['ignore', 'ignore', onLog ? 'pipe' : 'inherit'],
    });
    server.stderr?.on('data', (chunk: Buffer) => onLog?.(String(chunk)));
    for (let tries = 0; tries < 1200; tries++) {
      const ready = await fetch(`${url}/healthz`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (!ready) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        continue;
      }
      if (!byUrl) {
        await sql?.end({ timeout: 2 });
        sql = connectDatabase();
      }
      return;
    }
    throw new Error('the server did not start within a minute');
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server?.once('exit', resolve));
    server.kill(signal);
    await ended;
  }
  return {
    url,
    get databaseUrl() {
      return databaseUrl();
    },
    get sql() {
      if (!sql) throw new Error('the server that runs the database was not started');
      return sql;
    },
    databaseDir,
    serverPid: () => server?.pid ?? 0,
    startServer,
    killServer: () => end('SIGKILL'),
    async startExtraServer(more) {
      const extraPort = await freePort();
      const child = spawn(process.execPath, START, {
        cwd: ROOT,
        env: { ...process.env, PORT: String(extraPort), ...settings, ...more },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const extraUrl = `http://127.0.0.1:${extraPort}`;
      await untilReady(extraUrl, 30);
      return { url: extraUrl, child };
    },
    killDatabase() {
      const postmaster = postmasterOf(databaseDir);
      for (const pid of [postmaster, ...childrenOf(postmaster)]) kill(pid);
    },
    async close() {
      await end('SIGTERM');
      await sql?.end({ timeout: 2 });
      await byUrl?.stop();
      rmSync(databaseDir, { recursive: true, force: true });
    },
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

/** Returns the CPU seconds so far of a process and its descendants, terminated ones included. */
export function cpuSeconds(root: number): number {
  let ticks = 0;
  const parents = new Map<number, number>();
  const own = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      parents.set(Number(name), fields[1]!);
      own.set(Number(name), fields[11]! + fields[12]! + fields[13]! + fields[14]!);
    } catch {}
  }
  for (const [pid, spent] of own) {
    let at: number | undefined = pid;
    for (let hops = 0; at && at !== root && hops < 20; hops++) at = parents.get(at);
    if (at === root) ticks += spent;
  }
  return ticks / 100;
}

/** Returns the process id of the postmaster of a data folder; 0 without one. */
export function postmasterOf(databaseDir: string): number {
  try {
    return Number(readFileSync(join(databaseDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return 0;
  }
}

function childrenOf(parent: number): number[] {
  if (parent === 0) return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
    } catch {
      return false;
    }
  });
}

function kill(pid: number): void {
  try {
    if (pid > 1) process.kill(pid, 'SIGKILL');
  } catch {}
}

/** Returns the resident memory of one process in MB. */
export function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024;
}

export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Prints a table with aligned columns. */
export function table(rows: Record<string, string | number>[]): void {
  const names = Object.keys(rows[0] ?? {});
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name])))];
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  for (const [index, row] of cells.entries()) {
    console.log(`| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`);
    if (index === 0) console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  }
}
