// Programs that the documentation configures: nginx, Caddy, Prometheus and Mosquitto, run by tests where they are installed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { describe, onTestFinished, test } from 'vitest';

/** Replaces describe.skipIf, which would still run the code outside the tests. */
export function describeWithProgram(path: string, title: string, tests: () => void | Promise<void>): void {
  if (existsSync(path)) describe(title, tests);
  else test.skip(`${title} (${path} is not installed)`, () => {});
}

/** Starts a program that ends with the test; returns what it has printed. */
export function startProgram(path: string, args: readonly string[], env: Record<string, string> = {}): () => string {
  const child: ChildProcess = spawn(path, args, { env: { PATH: '/usr/bin:/bin', ...env }, stdio: 'pipe' });
  let output = '';
  child.stdout!.on('data', (piece) => (output += piece));
  child.stderr!.on('data', (piece) => (output += piece));
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'exit');
  });
  return () => output;
}
