// bdmPassword/generate: the documented derivation, for devices that one may change, shown once, limited, kept in the list with its purpose.
import { createHmac } from 'node:crypto';
import { REFUSALS } from '@heliograph/contract/errors.ts';
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
const asked = (sn: string[]) => ({ sn, purpose: PURPOSE, minutes: 60 }) as const;

/** The derivation as a device maker would implement it from docs/devices/bdm-password.md alone. */
function onTheDevice(sn: string, seconds: number, atMs: number): string {
  const key = createHmac('sha256', Buffer.from(SECRET, 'hex')).update(`BDM key 1:${sn}`).digest();
  const step = Math.floor(atMs / 1000 / seconds);
  const mac = createHmac('sha256', key).update(`${seconds}:${step}`).digest();
  const from = mac[31]! % 16;
  const number = ((mac[from]! & 127) << 24) | (mac[from + 1]! << 16) | (mac[from + 2]! << 8) | mac[from + 3]!;
  return String(number % 100_000_000).padStart(8, '0');
}

test('bdmPassword/generate answers what the device works out by itself, until the end of the next step', async () => {
  const other = await makeDevice(sql, { sid, product: 'BDM-2250' });
  const { list, validUntilIso } = await ask('bdmPassword/generate', asked([device.sn, other.sn, device.sn]), { token });
  expect(list).toEqual(
    [device.sn, other.sn].map((sn) => ({ sn, password: onTheDevice(sn, 3600, clock.now().getTime()) })),
  );
  expect(list[0]!.password).not.toBe(list[1]!.password);
  expect(validUntilIso).toBe('2026-06-15T12:00:00.000Z');
  clock.forward(3600);
  const later = await ask('bdmPassword/generate', asked([device.sn]), { token });
  expect(later.list[0]!.password).not.toBe(list[0]!.password);
});

test('bdmPassword/generate keeps who, when, which and why, and the password nowhere', async () => {
  const { list } = await ask('bdmPassword/generate', asked([device.sn]), { token });
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

test('bdmPassword/generate: sent again with its key it answers the same, which is read nowhere', async () => {
  const options = { token, headers: { 'idempotency-key': 'bdm 1' } };
  const first = await ask('bdmPassword/generate', asked([device.sn]), options);
  expect(await ask('bdmPassword/generate', asked([device.sn]), options)).toEqual(first);
  expect(JSON.stringify(await sql`select answer from idempotency_keys`)).not.toContain(first.list[0]!.password);
});

test('bdmPassword/generate answers nothing for a stranger’s, an unknown and another kind of device, and writes no line', async () => {
  const elsewhere = await makeDevice(sql);
  const released = await makeDevice(sql, { sid });
  await ask('site/updateFast', { sid, removeSn: [released.sn] }, { token });
  const meter = await makeDevice(sql, { sid, product: 'Meter' });
  const lines = async () => (await sql`select count(*)::int as n from bdm_passwords`)[0];
  const before = await lines();
  for (const [sn, code] of [
    [elsewhere.sn, REFUSALS.serialNumberFailed],
    [released.sn, REFUSALS.serialNumberFailed],
    ['5F0A9E72', REFUSALS.serialNumberFailed],
    [meter.sn, REFUSALS.noBdmPassword],
  ] as const) {
    expect(await call('bdmPassword/generate', asked([device.sn, sn]), { token })).toMatchObject({ code });
  }
  expect(await lines()).toEqual(before);
});

test('bdmPassword/generate: a guest looks, and does not open', async () => {
  const guest = await makeUser(sql);
  const shared = await makeDevice(sql, { sid: await makeSite(sql, { sharedWith: [guest.id] }) });
  const answer = await call('bdmPassword/generate', asked([shared.sn]), { token: await signedIn(guest.id) });
  expect(answer).toMatchObject({ code: REFUSALS.siteReadOnly });
});

test('bdmPassword/generate: an administrator also opens what is of no plant, if its product is known', async () => {
  const admin = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
  await sql`
    insert into serial_numbers (sn, product_id, first_seen_at)
    select '5F0A9E73', id, now() from products where name = 'BDM-400'
    union all select '5F0A9E74', null, now()`;
  const { list } = await ask('bdmPassword/generate', asked(['5F0A9E73']), { token: admin });
  expect(list).toEqual([{ sn: '5F0A9E73', password: onTheDevice('5F0A9E73', 3600, clock.now().getTime()) }]);
  for (const [sn, who] of [
    ['5F0A9E74', admin],
    ['5F0A9E73', token],
  ] as const) {
    const answer = await call('bdmPassword/generate', asked([sn]), { token: who });
    expect(answer).toMatchObject({ code: REFUSALS.serialNumberFailed });
  }
});

test('bdmPassword/generate: a company of a brand without a secret is told so', async () => {
  const other = await makeUser(sql);
  await sql`update companies set brand_id = 3 where id = ${other.companyId}`;
  const at = await makeDevice(sql, { sid: await makeSite(sql, { companyId: other.companyId }) });
  const theirs = await signedIn(other.id);
  expect(await call('bdmPassword/generate', asked([at.sn]), { token: theirs })).toMatchObject({
    code: REFUSALS.noBdmSecret,
  });
  expect(await ask('bdmPassword/list', {}, { token: theirs })).toEqual({ list: [], total: 0, isSetUp: false });
});

test('bdmPassword/generate: a hundred devices an hour, whatever becomes of the tries', async () => {
  const busy = await makeUser(sql);
  const theirs = await signedIn(busy.id);
  const strange = Array.from({ length: 20 }, (_, n) => `5F0B00${String(n).padStart(2, '0')}`);
  const codes: number[] = [];
  for (let round = 0; round < 6; round++)
    codes.push((await call('bdmPassword/generate', asked(strange), { token: theirs })).code);
  expect(codes).toEqual([...Array(5).fill(REFUSALS.serialNumberFailed), REFUSALS.tooManyRequests]);
});
