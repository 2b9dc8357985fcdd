// Starts and ends the real server as a separate process and reads its output; finds processes that run in a folder.
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

const main = join(import.meta.dirname, '../src/main.ts');
/** Node's compile cache of earlier starts (scripts/test.mjs), which halves the CPU time of a start. */
const { NODE_COMPILE_CACHE } = process.env;
const compiled = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};
const running = new Set<ChildProcess>();

export type Started = {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
  /** Resolves with the address at which the server reports to be ready. */
  ready: Promise<string>;
};

export function startServer(env: Record<string, string>, args: string[] = [], script: string = main): Started {
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: '/usr/bin:/bin', ...compiled, PORT: '0', DEMO: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => {
      running.delete(child);
      resolve(code);
    }),
  );
  const ready = new Promise<string>((resolve, reject) => {
    const take = (chunk: Buffer): void => {
      output += chunk;
      const address = /ready at (\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    void ended.then((code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
  // Starts that are expected to fail are checked by their exit.
  ready.catch(() => {});
  return { child, output: () => output, ended, ready };
}

export async function stopServer({ child, ended }: Started, signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> {
  child.kill(signal);
  return ended;
}

/** Kills servers left behind by failed tests; for afterAll. */
export async function killServers(): Promise<void> {
  await Promise.all(
    [...running].map((child) => new Promise((resolve) => child.once('close', resolve) && child.kill('SIGKILL'))),
  );
}

export function processes(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** Reads a file of a process in /proc; empty if the process has ended. */
export function procFile(pid: number, name: 'cmdline' | 'environ' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return '';
  }
}

export function childrenOf(parent: number): number[] {
  return processes().filter((pid) => {
    const stat = procFile(pid, 'stat');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
  });
}

/** Returns every process with this working folder, such as a PostgreSQL in its data folder. */
export function processesIn(path: string): number[] {
  return processes().filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(path);
    } catch {
      return false;
    }
  });
}
