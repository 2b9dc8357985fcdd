// An embedded database as a process of its own: started, found by the system with all its parts, and killed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { childrenOf, procFile, type Started, startServer } from './serverProcess.ts';

export const EMBEDDED: string = join(import.meta.dirname, 'embeddedForever.ts');
export const startEmbedded = (dataDir: string): Started => startServer({ DATA_DIR: dataDir }, [], EMBEDDED);

export const postmasterFile = (dataDir: string): string => join(dataDir, 'postgres/postmaster.pid');
export const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(postmasterFile(dataDir), 'utf8').split('\n', 1)[0]);

/** The shell that ends PostgreSQL when the server is gone. */
export function watcherOf(server: number): number {
  const [watcher, ...more] = childrenOf(server).filter((pid) => procFile(pid, 'cmdline').startsWith('/bin/sh'));
  expect(more).toEqual([]);
  return watcher!;
}

/** Kills processes at once, in this order; some of them may have ended already. */
export function kill(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {}
  }
}
