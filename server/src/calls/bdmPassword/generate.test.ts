// bdmPassword/generate: the documented derivation, for devices the user may change; shown once, rate-limited, and recorded with its purpose.
import { createHmac } from 'node:crypto';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const SECRET = '5a'.repeat(32);
const { sql, ask, call, signedIn, clock } = await testServer({ BDM_PASSWORD_SECRETS: `0:${SECRET}` });
clock.set('2026-06-15T10:20:00Z');
const installer = await makeUser(sql);
const token = await signedIn(installer.id);
const sid = await makeSite(sql, { companyId: installer.companyId });
const device = await makeDevice(sql, { sid });
const PURPOSE = 'Change the grid profile';
const requestOf = (sn: string[]) => ({ sn, purpose: PURPOSE, minutes: 60 }) as const;

/** The derivation as a device manufacturer would implement it from docs/devices/bdm-password.md alone. */
function computeOnDevice(sn: string, seconds: number, atMs: number): string {
  const key = createHmac('sha256', Buffer.from(SECRET, 'hex')).update(`BDM key 1:${sn}`).digest();
  const step = Math.floor(atMs / 1000 / seconds);
  const mac = createHmac('sha256', key).update(`${seconds}:${step}`).digest();
  const from = mac[31]! % 16;
  const number = ((mac[from]! & 127) << 24) | (mac[from + 1]! << 16) | (mac[from + 2]! << 8) | mac[from + 3]!;
  return String(number % 100_000_000).padStart(8, '0');
}

test('returns what the device computes by itself, valid until the end of the next step', async () => {
  const other = await makeDevice(sql, { sid, product: 'BDM-2250' });
  const { list, validUntilIso } = await ask('bdmPassword/generate', requestOf([device.sn, other.sn, device.sn]), {
    token,
  });
  expect(list).toEqual(
    [device.sn, other.sn].map((sn) => ({ sn, password: computeOnDevice(sn, 3600, clock.now().getTime()) })),
  );
  expect(list[0]!.password).not.toBe(list[1]!.password);
  expect(validUntilIso).toBe('2026-06-15T12:00:00.000Z');
  clock.forward(3600);
  const later = await ask('bdmPassword/generate', requestOf([device.sn]), { token });
  expect(later.list[0]!.password).not.toBe(list[0]!.password);
});

test('records who, when, which device and why, and stores the password nowhere', async () => {
  const { list } = await ask('bdmPassword/generate', requestOf([device.sn]), { token });
  const [line] = await sql`
    select user_email, about_sn, about_sid, purpose, made_at from bdm_passwords order by made_at desc, id limit 1`;
  expect(line).toEqual({
    userEmail: installer.email,
    aboutSn: device.sn,
    aboutSid: sid,
    purpose: PURPOSE,
    madeAt: clock.now(),
  });
  const audit = await sql`select after from audit_log where action = 'bdmPassword/generate' order by id desc limit 1`;
  expect(audit).toEqual([{ after: { sn: [device.sn], purpose: PURPOSE, minutes: 60 } }]);
  const everything = JSON.stringify([await sql`select * from bdm_passwords`, await sql`select * from audit_log`]);
  expect(everything).not.toContain(list[0]!.password);
});

test('returns the same response for a repeated key, without storing it readably', async () => {
  const options = { token, headers: { 'idempotency-key': 'bdm 1' } };
  const first = await ask('bdmPassword/generate', requestOf([device.sn]), options);
  expect(await ask('bdmPassword/generate', requestOf([device.sn]), options)).toEqual(first);
  expect(JSON.stringify(await sql`select answer from idempotency_keys`)).not.toContain(first.list[0]!.password);
});

test('returns nothing for inaccessible, unknown and other kinds of devices, and writes no record', async () => {
  const elsewhere = await makeDevice(sql);
  const released = await makeDevice(sql, { sid });
  await ask('site/updateFast', { sid, removeSn: [released.sn] }, { token });
  const meter = await makeDevice(sql, { sid, product: 'Meter' });
  const lines = async () => (await sql`select count(*)::int as n from bdm_passwords`)[0];
  const before = await lines();
  for (const [sn, code] of [
    [elsewhere.sn, ERROR_CODES.serialNumberFailed],
    [released.sn, ERROR_CODES.serialNumberFailed],
    ['5F0A9E72', ERROR_CODES.serialNumberFailed],
    [meter.sn, ERROR_CODES.noBdmPassword],
  ] as const) {
    expect(await call('bdmPassword/generate', requestOf([device.sn, sn]), { token })).toMatchObject({ code });
  }
  expect(await lines()).toEqual(before);
});

test('refuses a guest, who has read access only', async () => {
  const guest = await makeUser(sql);
  const shared = await makeDevice(sql, { sid: await makeSite(sql, { sharedWith: [guest.id] }) });
  const response = await call('bdmPassword/generate', requestOf([shared.sn]), { token: await signedIn(guest.id) });
  expect(response).toMatchObject({ code: ERROR_CODES.siteReadOnly });
});

test('lets an administrator open a device of no plant if its product is known', async () => {
  const admin = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
  await sql`
    insert into serial_numbers (sn, product_id, first_seen_at)
    select '5F0A9E73', id, now() from products where name = 'BDM-400'
    union all select '5F0A9E74', null, now()`;
  const { list } = await ask('bdmPassword/generate', requestOf(['5F0A9E73']), { token: admin });
  expect(list).toEqual([{ sn: '5F0A9E73', password: computeOnDevice('5F0A9E73', 3600, clock.now().getTime()) }]);
  for (const [sn, who] of [
    ['5F0A9E74', admin],
    ['5F0A9E73', token],
  ] as const) {
    const response = await call('bdmPassword/generate', requestOf([sn]), { token: who });
    expect(response).toMatchObject({ code: ERROR_CODES.serialNumberFailed });
  }
});

test('refuses a company of a brand without a secret', async () => {
  const other = await makeUser(sql);
  await sql`update companies set brand_id = 3 where id = ${other.companyId}`;
  const at = await makeDevice(sql, { sid: await makeSite(sql, { companyId: other.companyId }) });
  const theirs = await signedIn(other.id);
  expect(await call('bdmPassword/generate', requestOf([at.sn]), { token: theirs })).toMatchObject({
    code: ERROR_CODES.noBdmSecret,
  });
  expect(await ask('bdmPassword/list', {}, { token: theirs })).toEqual({ list: [], total: 0, isSetUp: false });
});

test('limits to a hundred devices an hour, whatever the result of the attempts', async () => {
  const busy = await makeUser(sql);
  const theirs = await signedIn(busy.id);
  const unknownSns = Array.from({ length: 20 }, (_, n) => `5F0B00${String(n).padStart(2, '0')}`);
  const codes: number[] = [];
  for (let round = 0; round < 6; round++)
    codes.push((await call('bdmPassword/generate', requestOf(unknownSns), { token: theirs })).code);
  expect(codes).toEqual([...Array(5).fill(ERROR_CODES.serialNumberFailed), ERROR_CODES.tooManyRequests]);
});
