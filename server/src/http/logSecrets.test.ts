// The log of a server at its most talkative level, while requests succeed, are refused and fail: no secret, one JSON object per line, and the id that the client got.
import { CALLBACK_PATH } from '@heliograph/contract/companySignIn.ts';
import { REQUEST_ID } from '@heliograph/contract/envelope.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeDevice, makeUser } from '../../test/factories.ts';
import { connectDevice, passwordOf } from '../../test/mqttDevices.ts';
import { makeApiToken, makeSecondFactor, SECOND_FACTOR_KEY } from '../../test/signIns.ts';
import { testServer } from '../../test/testServer.ts';
import { hashPassword } from '../accounts/passwords/passwords.ts';
import { buildApp } from '../app.ts';
import { sendMails } from '../notifications/sendMails.ts';
import { openLog } from '../platform/log.ts';
import { createServices } from '../services.ts';
import { ENDPOINT_LIMITS } from '../transports/mqtt/endpoint.ts';
import { openMqtt } from '../transports/mqtt/openMqtt.ts';

const PASSWORD = 'planted-password-of-an-account';
const SMTP_PASSWORD = 'planted-password-of-the-relay';
// Nothing listens on port 1.
const quiet = await testServer({
  SECOND_FACTOR_KEY,
  MQTT_PORT: '0',
  SMTP_URL: `smtp://relay:${SMTP_PASSWORD}@127.0.0.1:1`,
  MAIL_FROM: 'portal@portal.example',
});
const { sql, clock, signedIn } = quiet;
const text: string[] = [];
const log = openLog('trace', [{ write: (line: string) => void text.push(line) }]);
const context = { ...quiet.context, log, ...createServices(sql) };
const app = await buildApp(context);
const mqtt = await openMqtt(context, ENDPOINT_LIMITS);
afterAll(async () => {
  await mqtt.close();
  await app.close();
});
beforeEach(async () => {
  text.length = 0;
  await sql`truncate tries`;
});

const post = (path: string, body: object | string, token?: string) =>
  app.inject({
    method: 'POST',
    url: `/v2/${path}`,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
/** Lines as objects: fails if a line is not one. */
const lines = () => text.map((line) => JSON.parse(line) as { msg: string; reqId?: string; err?: { message: string } });

/** Makes statements on a table fail while `run` runs. */
async function withoutTable<T>(table: string, run: () => Promise<T>): Promise<T> {
  await sql.unsafe(`alter table ${table} rename to ${table}_gone`);
  try {
    return await run();
  } finally {
    await sql.unsafe(`alter table ${table}_gone rename to ${table}`);
  }
}

test('a failed statement of a call is one line with the request id that the client got', async () => {
  const user = await makeUser(sql);
  const token = await signedIn(user.id);
  const response = await withoutTable('channels', () => post('webhook/list', {}, token));
  expect(response.statusCode).toBe(500);
  const id = response.headers[REQUEST_ID];
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(lines().filter(({ reqId }) => reqId === id)).toMatchObject([
    { level: 50, msg: 'call failed', path: '/v2/webhook/list', err: { message: expect.stringContaining('channels') } },
  ]);
  const other = await withoutTable('channels', () => post('webhook/list', {}, token));
  expect(other.headers[REQUEST_ID]).toMatch(/^[\da-f-]{36}$/);
  expect(other.headers[REQUEST_ID]).not.toBe(id);
});

test('values of a row are not logged with an error of the database, which quotes them', async () => {
  const { email } = await makeUser(sql);
  const error: unknown =
    await sql`insert into users (email, password_hash, name) values (${email}, '-', 'Twice')`.catch(
      (thrown: unknown) => thrown,
    );
  expect(error).toMatchObject({ detail: expect.stringContaining(email) });
  log.error({ err: error }, 'a job failed');
  expect(lines()).toMatchObject([{ err: { code: '23505', stack: expect.any(String) } }]);
  expect(text.join('')).not.toContain(email);
});

test('no secret of a request reaches the log, whether it is accepted, refused or fails', async () => {
  const user = await makeUser(sql, { role: 'installer', passwordHash: await hashPassword(PASSWORD) });
  const code = await makeSecondFactor(sql, { userId: user.id, at: clock.now() });
  const token = await signedIn(user.id);
  const { token: apiToken } = await makeApiToken(sql, { userId: user.id, at: clock.now() });
  const { sn } = await makeDevice(sql, { product: 'HG-1' });
  const devicePassword = await passwordOf(sql, sn);
  const planted = (what: string) => `planted-${what}-${'0'.repeat(20)}`;
  const secrets = {
    password: PASSWORD,
    wrongPassword: planted('wrong-password'),
    brokenBody: planted('broken-body'),
    code,
    secondFactorKey: SECOND_FACTOR_KEY,
    token,
    wrongToken: planted('wrong-token'),
    apiToken,
    resetToken: planted('reset-token'),
    newPassword: planted('new-password'),
    mailLink: planted('mail-link'),
    ticket: planted('ticket'),
    companyCode: planted('company-code'),
    hook: planted('hook'),
    devicePassword,
    wrongDevicePassword: planted('wrong-device-password'),
    relayPassword: SMTP_PASSWORD,
  };
  const drive = async () => {
    await post('sign-in', { account: user.email, password: secrets.wrongPassword });
    await post('sign-in', { account: user.email, password: PASSWORD });
    await post('sign-in', { account: user.email, password: PASSWORD, code });
    await post('sign-in', { account: user.email, password: apiToken });
    await post('sign-in', `{"account":"${secrets.brokenBody}`);
    await post('account/info', {}, token);
    await post('account/info', {}, apiToken);
    await post('account/info', {}, secrets.wrongToken);
    await post('reset-password-email', { token: secrets.resetToken, password: secrets.newPassword });
    await post('email-forget-password', { account: user.email });
    await post(
      'webhook/create',
      { name: 'A', url: `https://hooks.example.com/${secrets.hook}`, events: ['alert.began'] },
      token,
    );
    await app.inject({ method: 'POST', url: `/mails/stop/${secrets.mailLink}` });
    await app.inject(`/files/document/1/${secrets.ticket}`);
    await app.inject(`/files/firmware/1/${secrets.ticket}`);
    await app.inject(`${CALLBACK_PATH}?code=${secrets.companyCode}&state=${secrets.companyCode}`);
    for (const password of [devicePassword, secrets.wrongDevicePassword])
      await connectDevice(mqtt.port!, { sn, password }).catch(() => {});
    await sendMails(context);
  };
  await drive();
  for (const table of ['tries', 'sessions', 'users', 'documents', 'channels', 'password_resets', 'serial_numbers'])
    await withoutTable(table, drive);
  const messages = new Set(lines().map(({ msg }) => msg));
  for (const expected of [
    'refused',
    'signed in',
    'call failed',
    'request failed',
    'the connection of a device was rejected',
  ])
    expect(messages).toContain(expected);
  expect([...messages].some((message) => message.startsWith('a mail was not accepted'))).toBe(true);
  const all = text.join('');
  expect(Object.entries(secrets).filter(([, secret]) => all.includes(secret))).toEqual([]);
});

test('devices that report over MQTT write no line, and refused frames a limited number of lines', async () => {
  const { sn } = await makeDevice(sql, { sn: 'GATEWAY7', product: 'HG-1' });
  const device = await connectDevice(mqtt.port!, { sn, password: await passwordOf(sql, sn) });
  await device.up('announce', { v: 1, kind: 'gateway', devices: [] });
  for (let n = 1; n <= 20; n++)
    await device.up('report', { v: 1, devices: [{ sn, at: clock.now().getTime() - n * 60_000, q: { powerW: n } }] });
  expect(text).toEqual([]);
  for (let n = 0; n < 15; n++) await app.inject({ method: 'POST', url: '/i.php', payload: 'no frame' });
  expect(lines().map(({ msg }) => msg)).toEqual(Array(10).fill('no device frame'));
});
