// A signal stops the server and all of its processes, also one to npm alone.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { processesIn } from './serverProcess.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'heliograph-npm-'));
chmodSync(folder, 0o711);
let npm: ChildProcess;
afterAll(() => {
  if (npm.exitCode === null && npm.signalCode === null) process.kill(-npm.pid!, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** Starts the server by npm in a process group of its own; without the scripts that prepare the checkout. */
async function start(): Promise<{ ended: Promise<unknown> }> {
  const { PATH, NODE_COMPILE_CACHE = '' } = process.env;
  npm = spawn('npm', ['start', '--ignore-scripts'], {
    cwd: root,
    env: { PATH, NODE_COMPILE_CACHE, HOME: folder, DATA_DIR: join(folder, 'data'), PORT: '0', DEMO: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  // Closed when the last process that holds the output has ended.
  const ended = new Promise((done) => npm.once('close', done));
  await new Promise<void>((ready, reject) => {
    const take = (chunk: Buffer): void => {
      output += chunk;
      if (output.includes('ready at')) ready();
    };
    npm.stdout!.on('data', take);
    npm.stderr!.on('data', take);
    void ended.then(() => reject(new Error(output)));
  });
  return { ended };
}

test.each([
  ['npm alone, as by kill', (pid: number): boolean => process.kill(pid, 'SIGTERM')],
  ['all processes, as by a service manager', (pid: number): boolean => process.kill(-pid, 'SIGTERM')],
  ['all processes, as by Ctrl-C', (pid: number): boolean => process.kill(-pid, 'SIGINT')],
] as const)('a signal to %s stops the server in order', async (_to, signal) => {
  const { ended } = await start();
  const sentMs = performance.now();
  signal(npm.pid!);
  await ended;
  expect(performance.now() - sentMs).toBeLessThan(10_000);
  expect(processesIn(folder)).toEqual([]);
  expect(() => process.kill(-npm.pid!, 0)).toThrow('ESRCH');
});
