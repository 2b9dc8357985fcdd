// Tests the commands of operators as they are typed: backup, restore, verify, upgrade:check and doctor, in processes of their own.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../test/database.ts';

const folder = mkdtempSync(join(tmpdir(), 'heliograph-tools-'));
let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase('seeded');
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command; `output`: what it printed, with errors after it. */
function run(
  tool: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const given = { PATH: '/usr/bin:/bin', DATABASE_URL: database.url, ...env };
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      [join(import.meta.dirname, `${tool}.ts`), ...args],
      { env: given },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    ),
  );
}

test('doctor prints the state and every table with its retention', async () => {
  const { code, output } = await run('doctor');
  expect(code).toBe(0);
  expect(output).toMatch(/^Backup +not watched: BACKUP_DIR is not set$/m);
  expect(output).toMatch(/^sample_blocks .* time +until the plant is deleted, or as KEEP_\*_MONTHS says$/m);
});

test('upgrade:check distinguishes a current database, one to be migrated and a newer one', async () => {
  expect(await run('upgradeCheck')).toEqual({
    code: 0,
    output: expect.stringContaining('there is nothing to migrate'),
  });
  await database.sql`delete from migrations where name >= '000238'`;
  const { code, output } = await run('upgradeCheck');
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(
      /applies \d+ migrations at its start:\n {2}000238_whole_watt_hours: goes through device_days, /,
    ),
  ]);
  expect(output).toContain('Make one first');
  await database.sql`insert into migrations (name, checksum) values ('999999_later', 'x')`;
  expect(await run('upgradeCheck')).toEqual({
    code: 1,
    output: expect.stringMatching(/^The upgrade cannot begin\. The database is newer than this Heliograph/),
  });
  await database.sql`delete from migrations where name = '999999_later'`;
});

test('wrong arguments and places get a sentence and change nothing', async () => {
  const refused = async (tool: string, args: string[], env = {}) => {
    const { code, output } = await run(tool, args, env);
    expect(code).toBe(1);
    return output;
  };
  expect(await refused('backup', [])).toBe('No backup was made. Name a folder with --to, or set BACKUP_DIR.\n');
  expect(await refused('backup', ['--to', folder, '--keep', '0'])).toContain('--keep must be a number from 1');
  expect(await refused('backup', ['--two'])).toContain("Unknown option '--two'");
  expect(await refused('backup', ['--to', '/proc/none'])).toMatch(/^No backup was made\. \/proc\/none can't be used/);
  expect(await refused('restore', [folder])).toContain("is not a backup: its backup.json can't be read (ENOENT)");
  expect(await refused('restore', [join(folder, 'none')])).toContain("can't be used (ENOENT)");
  mkdirSync(join(folder, 'plant'));
  writeFileSync(join(folder, 'plant/days.csv'), '');
  expect(await refused('restore', [join(folder, 'plant')])).toContain('npm run restore:plant -- ');
  expect(await refused('verify', ['--backup', folder])).toContain('is not a backup');
  for (const tool of ['backup', 'restore', 'verify', 'doctor', 'upgradeCheck'])
    expect(await run(tool, ['--help'])).toEqual({ code: 0, output: expect.stringContaining('npm run ') });
});

test('verify exits with 1 when something is wrong', async () => {
  const { code, output } = await run('verify');
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/^ok {4} Schema: .*\nok {4} Sealed days: [\s\S]*The database is complete\.\n$/),
  ]);
  await database.sql`insert into audit_seals (seq, line, sealed_at, person, hash) values (1, 1, now(), '\\x00', '\\x00')`;
  const broken = await run('verify');
  expect(broken.code).toBe(1);
  expect(broken.output).toMatch(
    /FAULT {2}Audit log: 0 lines match their seals\n {7}In the audit log, line 1 was removed\./,
  );
});
