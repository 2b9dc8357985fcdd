// Runs a program and ends with an understandable error if it fails.
import { spawnSync } from 'node:child_process';

export interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
}

/** Returns what the program printed. Throws if it is missing or fails; what it wrote to standard error is passed on. */
export function run(program: string, args: string[], { cwd, env }: RunOptions = {}): string {
  const { status, stdout, error, signal } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (error) throw new Error(`${program} cannot be run: ${error.message}`);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status ?? signal}`);
  return stdout;
}
