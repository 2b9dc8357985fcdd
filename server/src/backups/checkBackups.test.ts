// Tests the daily check of the newest backup, the growth of the database and what an upgrade says of it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testServer } from '../../test/testServer.ts';
import {
  daysLeft,
  growthOf,
  readSizesByDay,
  readTableSizes,
  storeDatabaseSize,
} from '../platform/database/databaseSizes.ts';
import { readSetting, writeSetting } from '../platform/database/settingRows.ts';
import { RETENTION, retentionOf } from '../platform/database/tableRetention.ts';
import { maxSecondsOf, planUpgrade, tablesOf } from '../platform/database/upgradePlan.ts';
import { BACKUP_CHECK, type BackupCheck, checkBackups } from './checkBackups.ts';
import { measureFile, writeDescription } from './description.ts';

const folder = mkdtempSync(join(tmpdir(), 'heliograph-backups-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const server = await testServer({ BACKUP_DIR: folder });
const { sql, context, clock } = server;

async function checked(): Promise<BackupCheck | undefined> {
  await checkBackups(context);
  return await readSetting<BackupCheck>(sql, BACKUP_CHECK);
}

/** Writes a backup of one small file. */
async function writeBackup(day: string): Promise<string> {
  const path = join(folder, `heliograph-${day}T01-00-00Z`);
  mkdirSync(path);
  writeFileSync(join(path, 'database.dump'), `dump of ${day}`);
  const file = { name: 'database.dump', ...(await measureFile(join(path, 'database.dump'))) };
  const made = { format: 1, heliograph: '0.1.0', madeAt: `${day}T01:00:00.000Z`, kind: 'dump', postgres: 15 } as const;
  writeDescription(path, { ...made, migration: 'x', files: [file], tables: [], auditSeal: null, keys: {} });
  return path;
}

const metric = async (name: string): Promise<string | undefined> => {
  const { body } = await server.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  return body.split('\n').find((line) => line.startsWith(`heliograph_${name} `));
};

test('distinguishes a missing, a readable and a changed backup, and reads each once a day', async () => {
  clock.set('2026-06-15T02:00:00Z');
  expect(await checked()).toEqual({
    checkedIso: '2026-06-15T02:00:00.000Z',
    path: null,
    madeIso: null,
    bytes: 0,
    fault: 'There is no backup.',
  });
  const path = await writeBackup('2026-06-15');
  clock.forward(3600);
  expect(await checked()).toEqual({
    checkedIso: '2026-06-15T03:00:00.000Z',
    path,
    madeIso: '2026-06-15T01:00:00.000Z',
    bytes: 18,
    fault: null,
  });
  expect(await metric('backup_readable')).toBe('heliograph_backup_readable 1');
  expect(await metric('backup_timestamp_seconds')).toBe(
    `heliograph_backup_timestamp_seconds ${Date.parse('2026-06-15T01:00:00Z') / 1000}`,
  );
  writeFileSync(join(path, 'database.dump'), 'dump of 2026-06-16');
  clock.forward(23 * 3600);
  expect(await checked()).toMatchObject({ checkedIso: '2026-06-15T03:00:00.000Z', fault: null });
  clock.forward(3600);
  expect(await checked()).toMatchObject({ fault: 'The contents of database.dump were changed.' });
  await writeBackup('2026-06-16');
  expect(await checked()).toMatchObject({ madeIso: '2026-06-16T01:00:00.000Z', fault: null });
  writeFileSync(join(await writeBackup('2026-06-17'), 'backup.json'), '{');
  expect(await checked()).toMatchObject({ madeIso: null, fault: expect.stringContaining('is not the description') });
});

test('a folder that is gone is a fault', async () => {
  const config = { ...context.config, backupDir: join(folder, 'gone') };
  await checkBackups({ ...context, config });
  expect(await readSetting(sql, BACKUP_CHECK)).toMatchObject({
    fault: `${join(folder, 'gone')} can't be read (ENOENT).`,
  });
});

test('stores the size of each day once, for a month, and derives how long the disk lasts', async () => {
  expect(growthOf([])).toBeNull();
  expect(growthOf([{ day: '2026-06-01', bytes: 5 }])).toBeNull();
  const sizes = Array.from({ length: 40 }, (_, n) => ({
    day: new Date(Date.UTC(2026, 4, 1 + n)).toISOString().slice(0, 10),
    bytes: 1000 + 10 * n,
  }));
  expect(growthOf(sizes.slice(0, 7))).toBeNull();
  expect(growthOf(sizes)).toBe(10);
  expect([daysLeft(355, 10), daysLeft(355, 0), daysLeft(null, 10), daysLeft(355, null)]).toEqual([
    35,
    null,
    null,
    null,
  ]);
  await writeSetting(sql, 'databaseSizes', sizes);
  clock.set('2026-06-10T00:30:00Z');
  await storeDatabaseSize(context);
  await storeDatabaseSize(context);
  const stored = await readSizesByDay(sql);
  expect(stored).toHaveLength(31);
  expect(stored.slice(-2)).toEqual([sizes.at(-1), { day: '2026-06-10', bytes: expect.any(Number) }]);
  // The size of the test's database makes it grow by far more than the disk has.
  expect(await metric('disk_days_left')).toBeUndefined();
});

test('each table of the portal has a retention, and only tables have one', async () => {
  const tables = (await readTableSizes(sql)).map(({ table }) => table).filter((table) => table !== 'pgboss');
  expect(tables.filter((table) => retentionOf(table) === undefined)).toEqual([]);
  const named = RETENTION.flatMap(({ tables: names }) => names);
  expect(named.filter((name) => !tables.includes(name))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
});

test('an upgrade names its migrations with the tables that each goes through', async () => {
  expect(await planUpgrade(sql)).toEqual([]);
  await sql`delete from migrations where name >= '000238'`;
  const [migration] = await planUpgrade(sql);
  expect(migration).toMatchObject({
    name: '000238_whole_watt_hours',
    tables: ['device_days', 'device_live', 'module_months', 'site_days', 'site_live'],
  });
  expect(migration!.bytes).toBeGreaterThan(0);
  const known = new Set(['sites', 'devices', 'events']);
  expect(tablesOf('alter table sites add column x int; -- update devices', known)).toEqual([]);
  expect(tablesOf('create index a on sites (x); update devices d set y = 1 from events e;', known)).toEqual([
    'devices',
    'events',
    'sites',
  ]);
  expect(tablesOf('alter table sites alter column x type bigint', known)).toEqual(['sites']);
  expect(maxSecondsOf([{ name: 'x', tables: [], bytes: 25e6 }])).toBe(3);
});
