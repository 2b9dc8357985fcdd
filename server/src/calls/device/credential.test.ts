// device/credential: shown once, stored as a hash, only for devices that sign in and that the user may change.
import { createHash } from 'node:crypto';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';
import { issueCredentials } from '../../claiming/mqttCredentials.ts';

const { sql, ask, call, signedIn } = await testServer();
const installer = await makeUser(sql);
const token = await signedIn(installer.id);
const sid = await makeSite(sql, { companyId: installer.companyId });
const gateway = await makeDevice(sql, { sid, product: 'HG-1' });

const stored = async (sn: string) =>
  (await sql<{ credential: Buffer | null }[]>`select credential from serial_numbers where sn = ${sn}`)[0]!.credential;

test('returns a new password each time and stores only its hash', async () => {
  const first = await ask('device/credential', { sn: gateway.sn }, { token });
  expect(first).toEqual({ sn: gateway.sn, password: expect.stringMatching(/^[\w-]{24}$/) });
  expect(await stored(gateway.sn)).toEqual(createHash('sha256').update(first.password).digest());
  const second = await ask('device/credential', { sn: gateway.sn }, { token });
  expect(second.password).not.toBe(first.password);
  expect(await stored(gateway.sn)).toEqual(createHash('sha256').update(second.password).digest());
  const lines = await sql`select object, after from audit_log where action = 'device/credential'`;
  expect(lines).toHaveLength(2);
  expect(JSON.stringify(lines)).not.toContain(second.password);
});

test('never starts a password with a dash, which a CSV export would prefix', async () => {
  const sns = Array.from({ length: 2000 }, (_, n) => `NOBODY${n}`);
  const issued = await sql.begin((tx) => issueCredentials(tx, sns, new Date()));
  expect(issued.filter(({ password }) => !/^\w[\w-]{23}$/.test(password))).toEqual([]);
  expect(issued.some(({ password }) => password.includes('-'))).toBe(true);
});

test('returns the same password for a repeated key, without storing it readably', async () => {
  const options = { token, headers: { 'idempotency-key': 'credential 1' } };
  const first = await ask('device/credential', { sn: gateway.sn }, options);
  expect(await ask('device/credential', { sn: gateway.sn }, options)).toEqual(first);
  expect(JSON.stringify(await sql`select answer from idempotency_keys`)).not.toContain(first.password);
});

test('refuses devices that do not sign in, released devices and those of others', async () => {
  const frames = await makeDevice(sql, { sid });
  const elsewhere = await makeDevice(sql, { product: 'HG-1' });
  const released = await makeDevice(sql, { sid, product: 'HG-1' });
  await ask('site/updateFast', { sid, removeSn: [released.sn] }, { token });
  for (const [sn, code] of [
    [frames.sn, ERROR_CODES.noCredential],
    [elsewhere.sn, ERROR_CODES.deviceNotFound],
    [released.sn, ERROR_CODES.deviceNotFound],
    ['NOBODY', ERROR_CODES.deviceNotFound],
  ] as const) {
    expect(await call('device/credential', { sn }, { token })).toMatchObject({ code });
  }
  expect(await stored(elsewhere.sn)).toBeNull();
});
