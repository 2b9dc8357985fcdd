// Tests that backups made under load are restored with everything that was committed before, and that bad ones change nothing.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../test/database.ts';
import { makeSite, makeUser } from '../../test/factories.ts';
import { connect, type Sql } from '../platform/database/connect.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openDatabase, openForTool } from '../platform/database/open.ts';
import { readDescription, writeDescription } from './description.ts';
import { backupsIn, makeBackup, pruneBackups } from './makeBackup.ts';
import { restoreBackup } from './restoreBackup.ts';
import { type Keys, verifyPortal } from './verifyPortal.ts';

const AT = new Date('2026-06-20T12:00:00Z');
const keys: Keys = { secondFactorKey: undefined, bdmSecrets: new Map(), pushKey: undefined };
const folder = mkdtempSync(join(tmpdir(), 'heliograph-backup-'));
chmodSync(folder, 0o711);
const to = (name: string, at = AT) => ({ folder: join(folder, name), at, onBytes: () => {} });
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

/** Commits one row after the other until stopped; returns the numbers of those that were acknowledged. */
function writeRows(sql: Sql): { acknowledged: number[]; stop(): Promise<void> } {
  const acknowledged: number[] = [];
  let isStopped = false;
  const writing = (async () => {
    for (let n = 0; !isStopped; n++) {
      await sql`insert into written (n, filling) values (${n}, ${'x'.repeat(5000)})`;
      acknowledged.push(n);
    }
  })();
  return {
    acknowledged,
    stop: () => {
      isStopped = true;
      return writing;
    },
  };
}

const missingFrom = async (sql: Sql, expected: readonly number[]): Promise<number[]> => {
  const stored = new Set((await sql<{ n: number }[]>`select n from written`).map(({ n }) => n));
  return expected.filter((n) => !stored.has(n));
};

async function faultsOf(sql: Sql, backup: string): Promise<string[]> {
  const faults: string[] = [];
  for await (const finding of verifyPortal(sql, keys, { at: AT, backup: readDescription(backup) }))
    faults.push(...finding.faults);
  return faults;
}

test('a copy of the embedded database, made while it is written to, has all that was committed before', async () => {
  const dataDir = join(folder, 'data');
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  let path: string;
  let before: number[];
  try {
    await migrate(database.sql);
    await database.sql`create table written (n int primary key, filling text)`;
    writeFileSync(join(dataDir, 'second-factor-key'), `${'5a'.repeat(32)}\n`);
    const rows = writeRows(database.sql);
    while (rows.acknowledged.length < 100) await database.sql`select`;
    before = [...rows.acknowledged];
    path = await makeBackup({ ...database, dataDir }, keys, to('copies'));
    expect(rows.acknowledged.length).toBeGreaterThan(before.length);
    await rows.stop();
  } finally {
    await database.close();
  }
  const restoredDir = join(folder, 'restored');
  await restoreBackup(path, { databaseUrl: undefined, dataDir: restoredDir });
  const restored = await openForTool({ databaseUrl: undefined, dataDir: restoredDir });
  try {
    expect(await missingFrom(restored.sql, before)).toEqual([]);
    expect(await faultsOf(restored.sql, path)).toEqual([]);
    expect(readdirSync(restoredDir)).toContain('second-factor-key');
    // The role may not become more than it was.
    const [role] =
      await restored.sql`select rolsuper, rolcreaterole, rolbypassrls from pg_roles where rolname = 'heliograph'`;
    expect(role).toEqual({ rolsuper: false, rolcreaterole: false, rolbypassrls: false });
  } finally {
    await restored.close();
  }
  // A place that is not empty, a changed file and a missing one are refused, and nothing is written.
  const target = { databaseUrl: undefined, dataDir: restoredDir };
  await expect(restoreBackup(path, target)).rejects.toThrow('has a database; restore into another folder');
  const empty = { databaseUrl: undefined, dataDir: join(folder, 'empty') };
  await expect(restoreBackup(path, { ...empty, databaseUrl: 'postgres://x/y' })).rejects.toThrow(
    'without DATABASE_URL',
  );
  truncateSync(join(path, 'database.tar.zst'), 1000);
  await expect(restoreBackup(path, empty)).rejects.toThrow('database.tar.zst has 1000 bytes instead of');
  rmSync(join(path, 'database.tar.zst'));
  await expect(restoreBackup(path, empty)).rejects.toThrow("database.tar.zst can't be read (ENOENT)");
  expect(readdirSync(folder)).not.toContain('empty');
});

test('only complete backups count, the oldest are deleted first, and what interrupted ones left behind goes', async () => {
  const names = ['2026-06-01', '2026-06-02', '2026-06-03'].map((day) => `heliograph-${day}T12-00-00Z`);
  const own = join(folder, 'several');
  for (const name of [...names, 'heliograph-2026-06-04T12-00-00Z.unfinished', 'other'])
    execFileSync('mkdir', ['-p', join(own, name)]);
  expect(backupsIn(own)).toEqual(names.map((name) => join(own, name)));
  expect(pruneBackups(own, 2)).toBe(1);
  expect(backupsIn(own)).toEqual(names.slice(1).map((name) => join(own, name)));
  expect(() => pruneBackups(own, 0)).toThrow('--keep must be');
  const unreachable = connect('postgres://nobody@127.0.0.1:1/none');
  await expect(makeBackup({ sql: unreachable, url: '', dataDir: null }, keys, to('several'))).rejects.toThrow();
  expect(readdirSync(own).sort()).toEqual([...names.slice(1), 'lock', 'other']);
});

/** PostgreSQL's programs back up servers of their own version and of older ones. */
function programsVersion(): number {
  try {
    return Number(/(\d+)/.exec(execFileSync('pg_dump', ['--version'], { encoding: 'utf8' }))?.[1]);
  } catch {
    return 0;
  }
}

let source: FreshDatabase;
let serverVersion = 0;
beforeAll(async () => {
  source = await freshDatabase('seeded');
  const [row] = await source.sql<{ version: number }[]>`
    select current_setting('server_version_num')::int / 10000 as version`;
  serverVersion = row!.version;
});
afterAll(() => source.drop());

test('a dump made under load is restored with every row as it was, and refused by a database that is not empty', async ({
  skip,
}) => {
  skip(programsVersion() < serverVersion, `pg_dump is older than PostgreSQL ${serverVersion}`);
  const { sql, url } = source;
  const { companyId } = await makeUser(sql);
  await makeSite(sql, { companyId });
  await sql`create table written (n int primary key, filling text)`;
  const rows = writeRows(sql);
  while (rows.acknowledged.length < 100) await sql`select`;
  const before = [...rows.acknowledged];
  const path = await makeBackup({ sql, url, dataDir: null }, keys, to('dumps'));
  await rows.stop();
  const target = await freshDatabase('template0');
  try {
    const place = { databaseUrl: target.url, dataDir: join(folder, 'unused') };
    await restoreBackup(path, place);
    expect(await missingFrom(target.sql, before)).toEqual([]);
    expect(await faultsOf(target.sql, path)).toEqual([]);
    // A server starts on it without anything to mend.
    const lines: string[] = [];
    expect(await migrate(target.sql, undefined, (line) => lines.push(line))).toEqual([]);
    expect(lines).toEqual([]);
    await expect(restoreBackup(path, place)).rejects.toThrow(/has \d+ tables; restore into an empty one/);
  } finally {
    await target.drop();
  }
  await expect(restoreBackup(path, { databaseUrl: undefined, dataDir: folder })).rejects.toThrow('set DATABASE_URL');
  writeDescription(path, { ...readDescription(path), migration: '999999_of_the_future', heliograph: '9.0.0' });
  await expect(restoreBackup(path, { databaseUrl: url, dataDir: folder })).rejects.toThrow('Heliograph 9.0.0');
});
