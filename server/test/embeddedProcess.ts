// Starts an embedded database as a separate process, finds its child processes and kills them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { childrenOf, procFile, type Started, startServer } from './serverProcess.ts';

export const EMBEDDED: string = join(import.meta.dirname, 'embeddedForever.ts');
export const startEmbedded = (dataDir: string): Started => startServer({ DATA_DIR: dataDir }, [], EMBEDDED);

export const postmasterFile = (dataDir: string): string => join(dataDir, 'postgres/postmaster.pid');
export const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(postmasterFile(dataDir), 'utf8').split('\n', 1)[0]);

/** Returns the pid of the shell that stops PostgreSQL when the server has ended. */
export function watcherOf(server: number): number {
  const [watcher, ...more] = childrenOf(server).filter((pid) => procFile(pid, 'cmdline').startsWith('/bin/sh'));
  expect(more).toEqual([]);
  return watcher!;
}

/** Kills processes immediately, in this order; some may have ended already. */
export function kill(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {}
  }
}
