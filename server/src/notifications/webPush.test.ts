// Push notifications against a test push service: decrypted with the browser's key, signed by RFC 8292, ended with the browser, its session or its user.
import { createPublicKey, verify } from 'node:crypto';
import { PATHS } from '@heliograph/contract/pages.ts';
import { beforeEach, expect, test } from 'vitest';
import { softBrowser } from '../../test/browser.ts';
import { startChannelServer } from '../../test/channelServer.ts';
import { makeDevice } from '../../test/factories.ts';
import { makeDay } from '../../test/readings.ts';
import { receiver } from '../../test/receiver.ts';
import { bdm400, readingOf } from '../../test/reportServer.ts';
import { ingestReports } from '../ingest/ingestReports.ts';
import { expireData } from '../jobs/expireData.ts';
import { detectOfflineDevices } from '../problems/deviceEvents/offlineDetection.ts';
import { detectNotifications } from './detectNotifications.ts';
import { sendDeliveries } from './sendDeliveries.ts';
import { isPushKey } from './webPush.ts';

const GERMAN = 3;
const service = await receiver();
const { ask, call, clock, context, person: createUser, sql } = await startChannelServer();

beforeEach(async () => {
  clock.set('2026-06-15T10:00:00Z');
  await sql`delete from channels`;
  await sql`update events set told = 2`;
  service.taken.length = 0;
  service.answer = async () => ({ status: 201 });
});

async function createSubscriber() {
  const user = await createUser();
  await sql`delete from channels where kind = 'webhook'`;
  const { sn } = await makeDevice(sql, { sid: user.sid });
  const browser = softBrowser(`${service.url}/${user.id}`);
  const { id: browserId } = await ask('account/push/add', browser.subscription, { token: user.token });
  return { ...user, sn, browser, browserId };
}
const tick = async () => (await detectNotifications(context)) + (await sendDeliveries(context));
const beginEvent = (sid: string, sn: string, code: string) =>
  sql`insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, ${code}, ${clock.now()})`;

test('a push notification about a fault is in the user’s language, has the plant’s name as title and links to its alerts', async () => {
  const { id, sid, sn, browser } = await createSubscriber();
  await sql`update users set lan = ${GERMAN} where id = ${id}`;
  // Another device still reports, so the plant is not silent as a whole.
  await makeDevice(sql, { sid });
  await beginEvent(sid, sn, 'silence');
  await tick();
  const [posted] = service.taken;
  expect(posted!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
  expect(browser.read(posted!.body)).toEqual({
    title: 'Seeblick',
    body: 'Keine Daten',
    tag: expect.stringMatching(/^[\w-]{36}$/),
    url: `${PATHS.PvPlantDetail}?sid=${sid}&view=alerts&state=all`,
  });
  expect(() => softBrowser('').read(posted!.body)).toThrow();
});

test('a push notification about the end says how long it lasted and what it cost', async () => {
  const { id, sid, sn, browser } = await createSubscriber();
  await makeDevice(sql, { sid }).then(({ sn: sound }) =>
    makeDay(sql, { sid, sn: sound, day: '2026-06-15', energyWh: 2_000 }),
  );
  await sql`update users set lan = ${GERMAN} where id = ${id}`;
  await beginEvent(sid, sn, '4000');
  await tick();
  clock.forward(7_500);
  await sql`update events set closed_at = ${clock.now()} where sid = ${sid}`;
  await tick();
  await tick();
  const bodies = service.taken.map((one) =>
    (browser.read(one.body) as { body: string }).body.replaceAll('\u00a0', ' '),
  );
  expect(bodies.slice(1)).toEqual([
    `Beendet nach 2 Std., 5 Min.: ${bodies[0]} · 2,0 kWh (0,60 €) Verlust · im Vergleich mit den anderen Geräten der Anlage`,
  ]);
});

test('a push notification says that the plant is online again', async () => {
  const { sid, browser } = await createSubscriber();
  for (const status of [0, -1, 0]) {
    await sql`update site_live set status = ${status}, at = ${clock.now()} where sid = ${sid}`;
    await tick();
  }
  expect(service.taken.map((one) => (browser.read(one.body) as { body: string }).body)).toEqual([
    'The plant is offline.',
    'The plant is online again.',
  ]);
});

test.each([
  ['of a plant', '2026-01-01', 'The plant is offline.'],
  ['of a plant that is not commissioned yet', null, 'No data'],
])('the silence of the only device %s is one notification', async (_, commissionedOn, body) => {
  const { sid, sn, browser } = await createSubscriber();
  await sql`update sites set commissioned_on = ${commissionedOn} where sid = ${sid}`;
  await ingestReports(context, [readingOf(bdm400(sn, { powerW: 100 }), clock.now().getTime())]);
  await tick();
  expect(service.taken).toEqual([]);
  clock.forward(20 * 60);
  await detectOfflineDevices(context);
  await tick();
  await tick();
  expect(service.taken.map((one) => (browser.read(one.body) as { body: string }).body)).toEqual([body]);
});

test('a push notification is signed with the published key, for its push service and half a day', async () => {
  const { token, browserId } = await createSubscriber();
  await ask('account/push/test', { id: browserId }, { token });
  await sendDeliveries(context);
  const { publicKey } = await ask('account/push', {}, { token });
  const [, jwt, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(service.taken[0]!.headers.authorization!)!;
  expect(key).toBe(publicKey);
  const point = Buffer.from(key!, 'base64url');
  const [head, claims, signature] = jwt!.split('.') as [string, string, string];
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const verifier = { key: createPublicKey({ format: 'jwk', key: jwk }), dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), verifier, Buffer.from(signature, 'base64url'))).toBe(true);
  const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as unknown;
  expect([decode(head), decode(claims)]).toEqual([
    { typ: 'JWT', alg: 'ES256' },
    { aud: new URL(service.url).origin, exp: clock.now().getTime() / 1000 + 43_200, sub: 'https://portal.example' },
  ]);
});

test.each([404, 410])('a browser is removed when its push service answers %i', async (status) => {
  const { sid, sn, token } = await createSubscriber();
  service.answer = async () => ({ status });
  await beginEvent(sid, sn, '0004');
  await tick();
  expect((await ask('account/push', {}, { token })).list).toEqual([]);
});

test('a notification is resent unchanged to a push service that was down', async () => {
  const { sid, sn, browser } = await createSubscriber();
  service.answer = async () => ({ status: 503 });
  await beginEvent(sid, sn, '0004');
  await tick();
  clock.forward(10);
  service.answer = async () => ({ status: 201 });
  await tick();
  const [first, second] = service.taken.map(({ body }) => browser.read(body));
  expect(second).toEqual(first);
  clock.forward(86_400);
  await tick();
  expect(service.taken).toHaveLength(2);
});

test('signing out ends push notifications, and an expired session does not', async () => {
  const [signedOut, expired] = [await createSubscriber(), await createSubscriber()];
  await ask('account/loginOut', {}, { token: signedOut.token });
  await sql`update sessions set expires_at = ${clock.now()} where user_id = ${expired.id}`;
  await expireData(context);
  expect(await sql`select from sessions where user_id = ${expired.id}`).toHaveLength(0);
  for (const { sid, sn } of [signedOut, expired]) await beginEvent(sid, sn, '0004');
  await tick();
  expect(service.taken.map(({ url }) => url)).toEqual([`/hook/${expired.id}`]);
});

test('the next user user signs in takes over the push subscription of a browser', async () => {
  const one = await createSubscriber();
  const other = await createUser();
  await ask('account/push/add', one.browser.subscription, { token: other.token });
  expect((await ask('account/push', {}, { token: one.token })).list).toEqual([]);
  await beginEvent(one.sid, one.sn, '0004');
  await tick();
  expect(service.taken).toEqual([]);
});

test('a pending notification is dropped when its user is suspended', async () => {
  const { id, sid, sn } = await createSubscriber();
  await beginEvent(sid, sn, '0004');
  await detectNotifications(context);
  await sql`update users set frozen_at = now() where id = ${id}`;
  await sendDeliveries(context);
  expect(service.taken).toEqual([]);
  expect(await sql`select state from deliveries where user_id = ${id}`).toEqual([{ state: 'dropped' }]);
});

test('a push key must be a private key of the curve', () => {
  for (const [hex, isKey] of [
    ['5a'.repeat(32), true],
    ['00'.repeat(32), false],
    ['ff'.repeat(32), false],
  ] as const)
    expect(isPushKey(hex), hex).toBe(isKey);
});

test('a subscription with invalid keys or a private address is refused', async () => {
  const { token } = await createUser();
  const { subscription } = softBrowser(service.url);
  const add = async (overrides: object) =>
    (await call('account/push/add', { ...subscription, ...overrides }, { token })).code;
  expect(await add({ endpoint: 'https://192.168.0.1/push' })).toBe(1526);
  expect(await add({ keys: { ...subscription.keys, auth: 'AAAA' } })).toBe(1526);
  expect(await add({ keys: { ...subscription.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } })).toBe(1526);
  expect(await add({})).toBe(200);
});
