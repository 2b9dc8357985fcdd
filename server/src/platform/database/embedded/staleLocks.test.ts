// Tests that locks left by an ended PostgreSQL are removed or changed into ones that PostgreSQL ignores, and that no other program is ended.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { clearLocks } from './staleLocks.ts';

const folder = mkdtempSync(join(tmpdir(), 'heliograph-locks-'));
const [pgData, socketDir] = [join(folder, 'postgres'), join(folder, 'socket')];
for (const path of [pgData, socketDir]) mkdirSync(path);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pidFile = join(pgData, 'postmaster.pid');
const locks = ['.s.PGSQL.5432.lock', '.s.PGSQL.5432'].map((name) => join(socketDir, name));
async function clearAndRead(text: string): Promise<string | undefined> {
  for (const path of [pidFile, ...locks]) writeFileSync(path, text);
  await clearLocks(pgData, socketDir);
  expect(locks.filter((path) => existsSync(path))).toEqual([]);
  return existsSync(pidFile) ? readFileSync(pidFile, 'utf8') : undefined;
}

test.each(['', 'nonsense\n', '0\n'])(
  'removes locks without a process id, as a power cut leaves them: %j',
  async (text) => {
    expect(await clearAndRead(text)).toBeUndefined();
  },
);

// PostgreSQL considers a lock with its parent's process id as stale.
const rest = `\n${pgData}\n1760000000\n5432\n`;
test.each([
  ['of this server', process.pid],
  ["of this server's parent, as in a container where ids are reused", process.ppid],
  ['of a PostgreSQL that was being prepared', -process.ppid],
])('writes its own process id into a lock with the id %s', async (_, pid) => {
  expect(await clearAndRead(`${pid}${rest}`)).toBe(`${process.pid}${rest}`);
});

test('does not end another program that now has the process id', async () => {
  const stranger = spawn('/bin/sleep', ['3600'], { stdio: 'ignore' });
  try {
    expect(await clearAndRead(`${stranger.pid}${rest}`)).toBe(`${process.pid}${rest}`);
    expect([stranger.exitCode, stranger.signalCode]).toEqual([null, null]);
    expect(() => process.kill(stranger.pid!, 0)).not.toThrow();
  } finally {
    stranger.kill('SIGKILL');
  }
});
