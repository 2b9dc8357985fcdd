// Tests that administrators see backups, disk and sizes, and that others see nothing of them.
import { expect, test } from 'vitest';
import { makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';
import { BACKUP_CHECK, readLogArchive, stateOf } from '../../backups/checkBackups.ts';
import { writeSetting } from '../../platform/database/settingRows.ts';

const server = await testServer({ BACKUP_DIR: '/var/backups/none' });
const { sql } = server;
const administrator = await server.signedIn((await makeUser(sql, { role: 'administrator' })).id);
const ask = () => server.ask('operation/state', {}, { token: administrator });

test('an administrator reads sizes, and the backup as its last check found it', async () => {
  const data = await ask();
  expect(data).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    backup: { state: 'notChecked', madeIso: null, checkedIso: null, bytes: 0 },
    disk: { databaseBytes: expect.any(Number), growthBytesPerDay: null, daysLeft: null },
    damagedDays: 0,
  });
  expect(data.tables).toHaveLength(10);
  const found = {
    checkedIso: '2026-06-15T09:00:00.000Z',
    path: 'x',
    madeIso: '2026-06-15T01:00:00.000Z',
    bytes: 5,
    fault: null,
  };
  await writeSetting(sql, BACKUP_CHECK, found);
  expect((await ask()).backup).toEqual({
    state: 'ok',
    madeIso: found.madeIso,
    checkedIso: found.checkedIso,
    bytes: 5,
  });
  await writeSetting(sql, BACKUP_CHECK, { ...found, madeIso: '2026-06-13T09:59:59.000Z' });
  expect((await ask()).backup.state).toBe('old');
  await writeSetting(sql, BACKUP_CHECK, { ...found, fault: 'The contents of database.dump were changed.' });
  expect((await ask()).backup.state).toBe('damaged');
  await writeSetting(sql, BACKUP_CHECK, { ...found, path: null, madeIso: null, fault: 'There is no backup.' });
  expect((await ask()).backup.state).toBe('missing');
});

test('a company manager, an installer and an owner are refused, also with a role that was given the page', async () => {
  await sql`
    insert into role_menus (role_id, menu_id) select r.id, m.id from roles r, menus m where r.code = 'manager' and m.name = 'Operation'`;
  for (const role of ['manager', 'installer', 'owner'] as const) {
    const token = await server.signedIn((await makeUser(sql, { role })).id);
    expect(await server.call('operation/state', {}, { token })).toMatchObject({ code: 403 });
  }
});

test('an archive of the log counts as a backup, unless archiving fails', async () => {
  const at = new Date('2026-06-15T10:00:00Z');
  const archive = { archivedAt: at, isFailing: false };
  const facts = { check: undefined, archive, isWatched: false, at };
  expect(stateOf(facts)).toBe('archived');
  expect(stateOf({ ...facts, archive: { ...archive, isFailing: true } })).toBe('archiveFails');
  // Test databases archive nothing.
  expect(await readLogArchive(sql)).toBeUndefined();
});
