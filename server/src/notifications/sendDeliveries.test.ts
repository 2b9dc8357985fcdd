// Webhook messages against a real receiver: signed, with the same id until accepted, not sent after access is lost, by several servers and after one was killed.
import { createHmac } from 'node:crypto';
import type { Request, Response } from '@heliograph/contract/calls.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { endShares, makeCompany, makeDevice, makeSite, makeUser, shareSite } from '../../test/factories.ts';
import { mailServer } from '../../test/mailServer.ts';
import { metricValue } from '../../test/metricValue.ts';
import { makeDay } from '../../test/readings.ts';
import { type Posted, receiver } from '../../test/receiver.ts';
import { testServer } from '../../test/testServer.ts';
import type { Context } from '../context.ts';
import { connect } from '../platform/database/connect.ts';
import { createServices } from '../services.ts';
import { writeSummaries } from './dailySummaries.ts';
import { detectNotifications } from './detectNotifications.ts';
import { PAUSES_S, sendDeliveries } from './sendDeliveries.ts';
import { sendMails } from './sendMails.ts';

const mail = await mailServer();
const hook = await receiver();
const { ask, call, clock, context, databaseUrl, sql, signedIn } = await testServer({
  SMTP_URL: mail.url,
  MAIL_FROM: 'portal@portal.example',
  PUBLIC_URL: 'https://portal.example',
});

beforeEach(async () => {
  clock.set('2026-06-15T10:00:00Z');
  await sql`delete from channels`;
  await sql`delete from mails`;
  await sql`update events set told = 2`;
  await sql`update site_live set told_status = status`;
  await sql`truncate tries`;
  hook.taken.length = 0;
  mail.taken.length = 0;
  hook.answer = async () => ({ status: 204 });
});

async function createSubscriber(overrides: Partial<Request<'webhook/create'>> = {}) {
  const companyId = await makeCompany(sql);
  const user = await makeUser(sql, { role: 'installer', companyId });
  const sid = await makeSite(sql, { companyId, name: 'Größe <b>&' });
  const { sn } = await makeDevice(sql, { sid });
  const token = await signedIn(user.id);
  const webhook = await ask(
    'webhook/create',
    { name: 'Chat', url: hook.url, events: ['alert.began', 'alert.ended', 'device.offline'], ...overrides },
    { token },
  );
  return { ...user, sid, sn, token, webhook };
}
const beginEvent = (sid: string, sn: string, code = '0004', at = clock.now()) =>
  sql`insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, ${code}, ${at})`;
const endEvent = (sid: string, at = clock.now()) => sql`update events set closed_at = ${at} where sid = ${sid}`;
const json = ({ body }: Posted) => JSON.parse(body.toString()) as { type: string; timestamp: string; data: object };
async function tick(on: Context = context) {
  await detectNotifications(on);
  await writeSummaries(on);
  return await sendDeliveries(on);
}
const states = async () =>
  (await sql<{ state: string }[]>`select state from deliveries order by made_at, id`).map(({ state }) => state);
/** Uses a new session, as days may have passed. */
const log = async ({ id, webhook }: { id: number; webhook: Response<'webhook/create'> }) =>
  (await ask('webhook/deliveries', { id: webhook.id }, { token: await signedIn(id) })).list;

test('the start and end of an alert are each sent once, signed, with the fields its user may see', async () => {
  const subscriber = await createSubscriber();
  const { sid, sn } = subscriber;
  await beginEvent(sid, sn);
  await tick();
  await tick();
  clock.forward(60);
  await endEvent(sid);
  await tick();
  await tick();
  expect(hook.taken.map((one) => json(one).type)).toEqual(['alert.began', 'alert.ended']);
  const [first, second] = hook.taken as [Posted, Posted];
  expect(json(first)).toEqual({
    type: 'alert.began',
    timestamp: '2026-06-15T10:00:00.000Z',
    data: {
      sid,
      siteName: 'Größe <b>&',
      sn,
      alias: '',
      code: '0004',
      level: 'fault',
      title: expect.any(String),
      beganIso: '2026-06-15T12:00:00+02:00',
      endedIso: null,
    },
  });
  expect(json(second).data).toMatchObject({ endedIso: '2026-06-15T12:01:00+02:00' });
  for (const { headers, body } of hook.taken) {
    const key = Buffer.from(subscriber.webhook.secret.replace('whsec_', ''), 'base64');
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const signature = createHmac('sha256', key).update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
    expect(headers['content-type']).toBe('application/json');
  }
  expect(first.headers['webhook-timestamp']).toBe(String(Date.parse('2026-06-15T10:00:00Z') / 1000));
  expect((await log(subscriber)).map(({ event, state, status }) => [event, state, status])).toEqual([
    ['alert.ended', 'sent', 204],
    ['alert.began', 'sent', 204],
  ]);
});

test('no message is sent for other events, for information only, or for events that began a week ago', async () => {
  const subscriber = await createSubscriber({ events: ['alert.began'] });
  const { sn: silent } = await makeDevice(sql, { sid: subscriber.sid });
  await beginEvent(subscriber.sid, silent, 'silence');
  await beginEvent(subscriber.sid, subscriber.sn, '0002');
  await beginEvent(subscriber.sid, subscriber.sn, '0008', new Date('2026-06-07T10:00:00Z'));
  await tick();
  expect(await states()).toEqual([]);
  expect(await sql`select from events where sid = ${subscriber.sid} and told <> 2`).toHaveLength(0);
});

test('a plant that goes offline and online is reported, but not its initial status, and its day is summarized at seven', async () => {
  const subscriber = await createSubscriber({ events: ['plant.offline', 'plant.online', 'day.summary'] });
  const { sid, sn } = subscriber;
  const status = (now: number) => sql`update site_live set status = ${now}, at = ${clock.now()} where sid = ${sid}`;
  for (const now of [0, -1, 1, 0]) {
    await status(now);
    await tick();
  }
  expect(hook.taken.map((one) => json(one).type)).toEqual(['plant.offline', 'plant.online']);
  await makeDay(sql, { sid, sn, day: '2026-06-15', energyWh: 6000 });
  await sql`insert into site_days (sid, day, energy_wh, source, covered_s, devices) values (${sid}, '2026-06-15', 6000, 'counted', 40000, 1) on conflict do nothing`;
  clock.set('2026-06-16T04:59:00Z');
  await tick();
  expect(hook.taken).toHaveLength(2);
  clock.set('2026-06-16T05:00:30Z');
  await tick();
  await tick();
  expect(hook.taken.slice(2).map((one) => json(one).data)).toEqual([
    { sid, siteName: 'Größe <b>&', day: '2026-06-15', energyWh: 6000 },
  ]);
});

test('messages are sent only about selected plants, and about devices only to users subscriber may see devices', async () => {
  const subscriber = await createSubscriber({ events: ['alert.began', 'plant.offline'] });
  const other = await makeSite(sql, { companyId: subscriber.companyId });
  await ask('webhook/update', { id: subscriber.webhook.id, sids: [other] }, { token: subscriber.token });
  await beginEvent(subscriber.sid, subscriber.sn);
  await tick();
  expect(await states()).toEqual([]);
  await ask('webhook/update', { id: subscriber.webhook.id, sids: null }, { token: subscriber.token });
  const menus = sql`select id from menus where name = 'SiteDevices'`;
  const removed = await sql<{ roleId: number; menuId: number }[]>`
    delete from role_menus where menu_id in (${menus}) returning role_id, menu_id`;
  await beginEvent(subscriber.sid, subscriber.sn, '0008');
  await tick();
  await sql`insert into role_menus ${sql(removed)}`;
  expect(await states()).toEqual([]);
});

test('a message that is not accepted is resent with its id after growing pauses until it has failed', async () => {
  const subscriber = await createSubscriber();
  await beginEvent(subscriber.sid, subscriber.sn);
  const failures = () => metricValue('heliograph_message_failures_total{kind="webhook"}');
  const failuresBefore = await failures();
  hook.answer = async () => ({ status: 500, text: `no\u0000 ${'x'.repeat(5000)}` });
  await tick();
  for (const pauseS of PAUSES_S) {
    const before = hook.taken.length;
    clock.forward(pauseS - 1);
    await tick();
    expect(hook.taken).toHaveLength(before);
    clock.forward(1);
    await tick();
    expect(hook.taken).toHaveLength(before + 1);
  }
  expect(new Set(hook.taken.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(hook.taken.map(({ headers }) => headers['webhook-signature'])).size).toBe(PAUSES_S.length + 1);
  expect(await failures()).toBe(failuresBefore + PAUSES_S.length + 1);
  const [line] = await log(subscriber);
  expect(line).toMatchObject({ state: 'failed', tries: 8, status: 500, failure: null, nextTryIso: null });
  expect(Buffer.byteLength(line!.answer)).toBeLessThanOrEqual(2052);
  // Resending by hand starts over.
  hook.answer = async () => ({ status: 200, text: 'ok' });
  await ask('webhook/sendAgain', { deliveryId: line!.deliveryId }, { token: await signedIn(subscriber.id) });
  await tick();
  expect(hook.taken.at(-1)!.headers['webhook-id']).toBe(line!.deliveryId);
  expect((await log(subscriber))[0]).toMatchObject({ state: 'sent', tries: 1, status: 200, answer: 'ok' });
});

test('redirects are not followed, and a broken connection is reported as such', async () => {
  const subscriber = await createSubscriber();
  await beginEvent(subscriber.sid, subscriber.sn);
  hook.answer = async () => ({ status: 302, headers: { location: hook.url.replace('/hook', '/elsewhere') } });
  await tick();
  expect(hook.taken.map(({ url }) => url)).toEqual(['/hook']);
  expect((await log(subscriber))[0]).toMatchObject({ state: 'waiting', status: 302 });
  hook.answer = async () => null;
  clock.forward(10);
  await tick();
  expect((await log(subscriber))[0]).toMatchObject({ state: 'waiting', status: null, failure: 'connection' });
});

test('a webhook that fails for days is turned off with a mail to its user, and works again after it is turned on', async () => {
  const subscriber = await createSubscriber();
  hook.answer = async () => ({ status: 503 });
  for (let day = 0; day < 9; day++) {
    await beginEvent(subscriber.sid, subscriber.sn, '0004');
    await tick();
    for (let hour = 0; hour < 24; hour++) {
      clock.forward(3600);
      await tick();
    }
    await endEvent(subscriber.sid);
    await tick();
  }
  const token = await signedIn(subscriber.id);
  const list = async () => (await ask('webhook/list', {}, { token })).list[0];
  expect(await list()).toMatchObject({ off: 'failures', waiting: 0 });
  await sendMails(context);
  expect(mail.taken.filter(({ subject }) => subject.includes('turned off')).map(({ to }) => to)).toEqual([
    [subscriber.email],
  ]);
  const before = hook.taken.length;
  await beginEvent(subscriber.sid, subscriber.sn, '0008');
  await tick();
  expect(hook.taken).toHaveLength(before);
  expect((await call('webhook/test', { id: subscriber.webhook.id }, { token })).code).toBe(1523);
  hook.answer = async () => ({ status: 204 });
  await ask('webhook/update', { id: subscriber.webhook.id, isOn: true }, { token });
  expect(await list()).toMatchObject({ off: null, failingSinceIso: null });
  await ask('webhook/test', { id: subscriber.webhook.id }, { token });
  await tick();
  expect(json(hook.taken.at(-1)!)).toMatchObject({ type: 'test', data: {} });
});

test('a webhook whose receiver answers 410 is turned off as gone', async () => {
  const subscriber = await createSubscriber();
  await beginEvent(subscriber.sid, subscriber.sn);
  hook.answer = async () => ({ status: 410 });
  await tick();
  expect((await ask('webhook/list', {}, { token: subscriber.token })).list[0]).toMatchObject({ off: 'gone' });
});

test.each(['frozen', 'unshared', 'left', 'turned off', 'deleted plant'] as const)(
  'a pending message is not sent when access has ended: %s',
  async (what) => {
    const subscriber = await createSubscriber();
    const sid = what === 'unshared' ? await makeSite(sql, { sharedWith: [] }) : subscriber.sid;
    if (what === 'unshared') await shareSite(sql, sid, subscriber.id);
    const { sn } = what === 'unshared' ? await makeDevice(sql, { sid }) : subscriber;
    await beginEvent(sid, sn);
    await detectNotifications(context);
    expect(await states()).toEqual(['waiting']);
    if (what === 'frozen') await sql`update users set frozen_at = now() where id = ${subscriber.id}`;
    if (what === 'unshared') await endShares(sql, sid);
    if (what === 'left') await sql`delete from users where id = ${subscriber.id}`;
    if (what === 'deleted plant') await sql`delete from sites where sid = ${sid}`;
    if (what === 'turned off')
      await ask('webhook/update', { id: subscriber.webhook.id, isOn: false }, { token: subscriber.token });
    await sendDeliveries(context);
    expect(hook.taken).toEqual([]);
    // Rows of a deleted user are removed by foreign keys.
    expect((await states()).filter((state) => state !== 'dropped')).toEqual([]);
  },
);

test('two servers send each message once, and a message of a killed server is resent with the same id', async () => {
  const subscriber = await createSubscriber();
  for (const code of ['0001', '0004', '0008', '0200', '0400', '1000'])
    await beginEvent(subscriber.sid, subscriber.sn, code);
  const secondSql = connect(databaseUrl, { max: 4 });
  const other = { ...context, sql: secondSql, ...createServices(secondSql) };
  await Promise.all([detectNotifications(context), detectNotifications(other)]);
  expect(await states()).toHaveLength(6);
  await Promise.all([sendDeliveries(context), sendDeliveries(other)]);
  expect(new Set(hook.taken.map(({ headers }) => headers['webhook-id'])).size).toBe(6);
  expect(hook.taken).toHaveLength(6);
  // Simulates a server killed after posting and before recording it: its hold is never released.
  const [lost] = await sql<{ id: string }[]>`
    update deliveries set state = 'waiting', done_at = null, held_until = now() + interval '60 seconds' where id = (select min(id::text)::uuid from deliveries) returning id`;
  await sendDeliveries(context);
  expect(hook.taken).toHaveLength(6);
  await sql`update deliveries set held_until = now() - interval '1 second' where id = ${lost!.id}`;
  await sendDeliveries(other);
  expect(hook.taken.at(-1)!.headers['webhook-id']).toBe(lost!.id);
  expect(hook.taken).toHaveLength(7);
  await secondSql.end({ timeout: 1 });
});

test('receivers that do not answer delay each other only', async () => {
  const quick = await createSubscriber();
  await ask('webhook/test', { id: quick.webhook.id }, { token: quick.token });
  await sendDeliveries(context);
  const slow = await Promise.all(Array.from({ length: 20 }, () => createSubscriber({ url: `${hook.url}?slow` })));
  for (const { sid, sn } of slow) for (const code of ['0001', '0004', '0008', '0200']) await beginEvent(sid, sn, code);
  await detectNotifications(context);
  clock.forward(1);
  const isQuick = ({ url }: Posted) => !url.includes('slow');
  let answerSlow = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answerSlow = resolve;
  });
  hook.answer = async (posted) => {
    if (!isQuick(posted)) await answered;
    return { status: 204 };
  };
  hook.taken.length = 0;
  const sending = sendDeliveries(context);
  // A message that becomes due while all slots of slow receivers are occupied.
  await vi.waitFor(() => expect(hook.taken.length).toBeGreaterThanOrEqual(16), { timeout: 10_000 });
  await beginEvent(quick.sid, quick.sn);
  await detectNotifications(context);
  await vi.waitFor(() => expect(hook.taken.some(isQuick)).toBe(true), { timeout: 10_000 });
  expect(hook.taken).toHaveLength(17);
  answerSlow();
  expect(await sending).toBe(81);
  expect(await states()).toEqual(Array(82).fill('sent'));
});

test('a run ends while a receiver does not answer, and its message is not sent twice', async () => {
  const subscriber = await createSubscriber();
  await beginEvent(subscriber.sid, subscriber.sn);
  await detectNotifications(context);
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  hook.answer = async () => {
    await answered;
    return { status: 204 };
  };
  expect(await sendDeliveries(context, undefined, 0)).toBe(0);
  expect(await sendDeliveries(context, undefined, 0)).toBe(0);
  answer();
  await vi.waitFor(async () => expect(await states()).toEqual(['sent']), { timeout: 10_000 });
  expect(hook.taken).toHaveLength(1);
});

test('at most a thousand messages wait for one address, and skipped ones are counted', async () => {
  const subscriber = await createSubscriber();
  await sql`
    insert into deliveries (id, channel_id, user_id, event, about_sid, fact, at, made_at, next_try_at)
    select gen_random_uuid(), ${subscriber.webhook.id}, ${subscriber.id}, 'alert.began', ${subscriber.sid}, '{}', now(), now(), '2099-01-01' from generate_series(1, 999)`;
  await beginEvent(subscriber.sid, subscriber.sn, '0004');
  await beginEvent(subscriber.sid, subscriber.sn, '0008');
  await detectNotifications(context);
  expect((await ask('webhook/list', {}, { token: subscriber.token })).list[0]).toMatchObject({
    waiting: 1000,
    skipped: 1,
  });
});
