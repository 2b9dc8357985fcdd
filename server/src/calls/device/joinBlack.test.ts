// device/joinBlack and device/removeBlack: permissions, stored reports meanwhile, and notifications.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser, shareSite } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { sql, ask, call, context, clock, signedIn } = await testServer();
clock.set('2026-06-15T10:00:00Z');
const installer = await makeUser(sql);
const token = await signedIn(installer.id);
const admin = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
const sid = await makeSite(sql, { companyId: installer.companyId });

const stored = async (sn: string) =>
  (
    await sql<{ restrictedAt: Date | null; reason: string }[]>`
      select restricted_at, restricted_reason as reason from serial_numbers where sn = ${sn}`
  )[0];

test('restricts a device of a plant the user may change, and notifies every process', async () => {
  const { sn } = await makeDevice(sql, { sid });
  const notifications: unknown[] = [];
  const stop = context.registry.onChange((sns) => notifications.push(...sns));
  expect(await ask('device/joinBlack', { sn, reason: ' stolen ' }, { token })).toEqual({});
  expect(await stored(sn)).toEqual({ restrictedAt: clock.now(), reason: 'stolen' });
  await expect.poll(() => notifications).toContain(sn);
  stop();
  // Repeating it replaces the reason and keeps the time.
  clock.forward(60);
  await ask('device/joinBlack', { sn, reason: 'found in another country' }, { token });
  expect(await stored(sn)).toEqual({
    restrictedAt: new Date('2026-06-15T10:00:00Z'),
    reason: 'found in another country',
  });
  const [line] = await sql`select object, before, after from audit_log order by id desc limit 1`;
  expect(line).toEqual({
    object: sid,
    before: { sn, restricted: true, reason: 'stolen' },
    after: { sn, restricted: true, reason: 'found in another country' },
  });
});

test('lifts a restriction, and replays reports stored meanwhile', async () => {
  const { sn } = await makeDevice(sql, { sid });
  await ask('device/joinBlack', { sn, reason: 'under examination' }, { token });
  await sql`
    insert into raw_reports (sn, received_at, path, body, reason) values (${sn}, now(), '/i.php', '\\x00', 'restricted')`;
  expect(await ask('device/removeBlack', { sn }, { token })).toEqual({});
  expect(await stored(sn)).toEqual({ restrictedAt: null, reason: '' });
  expect(await sql`select from site_jobs where sid = ${sid} and kind = 'takeKept'`).toHaveLength(1);
  expect(await call('device/removeBlack', { sn }, { token })).toMatchObject({ code: ERROR_CODES.notRestricted });
});

test('refuses devices of others, guests, released devices and numbers of no plant', async () => {
  const elsewhere = await makeDevice(sql);
  const released = await makeDevice(sql, { sid });
  await ask('site/updateFast', { sid, removeSn: [released.sn] }, { token });
  await sql`insert into serial_numbers (sn, first_seen_at) values ('5A000001', now())`;
  const shared = await makeSite(sql, { companyId: await makeCompany(sql) });
  await shareSite(sql, shared, installer.id);
  const readOnly = await makeDevice(sql, { sid: shared });
  for (const [sn, code] of [
    [elsewhere.sn, ERROR_CODES.deviceNotFound],
    [released.sn, ERROR_CODES.deviceNotFound],
    ['5A000001', ERROR_CODES.deviceNotFound],
    ['NOBODY', ERROR_CODES.deviceNotFound],
    [readOnly.sn, ERROR_CODES.siteReadOnly],
  ] as const) {
    expect(await call('device/joinBlack', { sn, reason: 'mine' }, { token }), sn).toMatchObject({ code });
    expect(await call('device/removeBlack', { sn }, { token }), sn).toMatchObject({ code });
    expect((await stored(sn))?.restrictedAt ?? null).toBeNull();
  }
  expect(await call('device/joinBlack', { sn: readOnly.sn, reason: '  ' }, { token })).toMatchObject({ code: 400 });
});

test('lets administrators restrict any number, also one that never reported', async () => {
  const elsewhere = await makeDevice(sql);
  await sql`insert into serial_numbers (sn, first_seen_at, last_seen_at) values ('5A000002', now(), now())`;
  for (const sn of [elsewhere.sn, '5A000002', '5A000003']) {
    await ask('device/joinBlack', { sn, reason: 'recalled' }, { token: admin });
    expect(await stored(sn)).toMatchObject({ restrictedAt: clock.now(), reason: 'recalled' });
  }
  await sql`delete from serial_numbers where sn = '5A000001'`;
  const list = (filters: object, who = admin) => ask('device/list/noReg', { filters }, { token: who });
  expect(await list({})).toMatchObject({ list: [], total: 0, restricted: 1 });
  expect(await list({ restricted: 'only' })).toMatchObject({
    list: [
      {
        sn: '5A000002',
        restrictedReason: 'recalled',
        restrictedIso: expect.any(String),
        rights: { restrict: true, forget: false },
      },
    ],
    total: 1,
  });
  expect(await list({ restricted: 'only', sn: '5A000002' }, token)).toMatchObject({ list: [], restricted: 0 });
  await ask('device/removeBlack', { sn: '5A000002' }, { token: admin });
  expect(await list({})).toMatchObject({
    list: [{ sn: '5A000002', restrictedIso: null, rights: { restrict: true, forget: true } }],
    restricted: 0,
  });
  expect(await call('device/removeBlack', { sn: 'NOBODY' }, { token: admin })).toMatchObject({
    code: ERROR_CODES.deviceNotFound,
  });
});
