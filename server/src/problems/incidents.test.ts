// Notices of a problem from its beginning over its worsening to its end, by mail and webhook, with what it has cost.
import { beforeEach, expect, test } from 'vitest';
import { makeDevice, makeUser } from '../../test/factories.ts';
import { startMailingServer } from '../../test/mailingServer.ts';
import { deriveProblems } from '../../test/problems.ts';
import { makeDay } from '../../test/readings.ts';
import { type Posted, receiver } from '../../test/receiver.ts';
import type { Context } from '../context.ts';
import { detectNotifications } from '../notifications/detectNotifications.ts';
import { sendDeliveries } from '../notifications/sendDeliveries.ts';

const hook = await receiver();
const { ask, clock, context, sql, signedIn, mail, plant, tick, besides } = await startMailingServer();

beforeEach(async () => {
  hook.taken.length = 0;
  await sql`delete from channels`;
});

const EVENTS = ['alert.began', 'alert.worsened', 'alert.ended', 'device.offline', 'device.online'] as const;

/** Makes a plant with so many more devices, mails of alerts and a webhook; all devices have produced 4 kWh a day since June 6. */
async function watchedPlant(more = 1) {
  const { sid, sn: first, user, token } = await plant();
  const sns = [first];
  for (let n = 0; n < more; n++) sns.push((await makeDevice(sql, { sid })).sn);
  await sql`delete from device_days where sid = ${sid}`;
  await ask('site/sn/report/setUp', { sid, alertHourly: true }, { token });
  await ask('webhook/create', { name: 'Chat', url: hook.url, events: [...EVENTS] }, { token });
  await sql`update site_live set told_status = status where sid = ${sid}`;
  await tick();
  mail.taken.length = 0;
  const produce = async (day: string, wh: (sn: string) => number) => {
    for (const sn of sns) await makeDay(sql, { sid, sn, day, energyWh: wh(sn) });
  };
  for (let day = 6; day < 10; day++) await produce(`2026-06-0${day}`, () => 4_000);
  return { sid, sns, user, token, produce };
}

const begin = (sid: string, sn: string, code = '0004') =>
  sql`insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, ${code}, ${clock.now()})`;
const end = (sid: string, sn?: string) =>
  sql`update events set closed_at = ${clock.now()} where sid = ${sid} and closed_at is null and (${sn === undefined} or sn = ${sn ?? ''})`;
/** Runs the jobs of an hour. */
async function hour(on: Context = context) {
  clock.forward(3600);
  await deriveProblems(on);
  await detectNotifications(on);
  await sendDeliveries(on);
  await tick(on);
}
const subjects = () => mail.taken.map(({ subject }) => subject.replace('Größenwahn <b>: ', ''));
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const posted = () =>
  hook.taken.map(({ body }: Posted) => JSON.parse(body.toString()) as { type: string; data: Record<string, unknown> });

test('a problem is reported once, again when it becomes worse, and when it ends, with what it cost', async () => {
  const { sid, sns, produce } = await watchedPlant(5);
  const [first, ...others] = sns as [string, ...string[]];
  await produce('2026-06-10', (sn) => (sn === first ? 1_000 : 4_000));
  await begin(sid, first);
  await hour();
  await hour();
  expect([subjects(), posted().map(({ type }) => type)]).toEqual([['1 new alert'], ['alert.began']]);
  // In the evening four devices have it, a day after the last notice still.
  for (const sn of others.slice(0, 3)) await begin(sid, sn);
  await hour();
  expect(mail.taken).toHaveLength(1);
  clock.set('2026-06-11T13:00:00Z');
  await produce('2026-06-11', (sn) => (sns.indexOf(sn) < 4 ? 0 : 4_000));
  await hour();
  await hour();
  expect([subjects(), posted().map(({ type }) => type)]).toEqual([
    ['1 new alert', 'a problem has become worse'],
    ['alert.began', 'alert.worsened'],
  ]);
  expect(mail.taken[1]!.text).toContain(`${first} and 3 more`);
  expect(posted()[1]!.data).toMatchObject({
    sid,
    sn: first,
    code: '0004',
    devices: 4,
    weekWh: 21_000,
    lossBasis: 'neighbours',
  });
  await end(sid);
  await hour();
  await hour();
  expect([subjects(), posted().map(({ type }) => type)]).toEqual([
    ['1 new alert', 'a problem has become worse', 'a problem has ended'],
    ['alert.began', 'alert.worsened', 'alert.ended'],
  ]);
  // One device lost 3 kWh on the first day, four lost 4 kWh each on the second, at 0.25 a kWh.
  expect(posted()[2]!.data).toMatchObject({
    devices: 4,
    beganIso: '2026-06-10T14:00:00+02:00',
    endedIso: '2026-06-11T17:00:00+02:00',
    durationS: 27 * 3600,
    lostWh: 19_000,
    lostMoney: 4.75,
    currency: 'EUR',
    lossBasis: 'neighbours',
  });
  expect(plain(mail.taken[2]!.text)).toContain(
    'ended after 1 day, 3 hr (Jun 10, 14:00 to Jun 11, 17:00) · 19.0 kWh (€4.75) lost · compared with the other devices of the plant',
  );
});

test('five devices with one cause are one notice each time, also when some recover earlier', async () => {
  const { sid, sns } = await watchedPlant(6);
  for (const sn of sns.slice(0, 5)) await begin(sid, sn);
  await hour();
  for (const sn of sns.slice(0, 3)) await end(sid, sn);
  await hour();
  await hour();
  expect([subjects(), posted().map(({ type }) => type)]).toEqual([['1 new alert'], ['alert.began']]);
  await end(sid);
  await hour();
  await hour();
  expect([subjects(), posted().map(({ type }) => type)]).toEqual([
    ['1 new alert', 'a problem has ended'],
    ['alert.began', 'alert.ended'],
  ]);
});

test('a device that joined an announced problem is reported a day later, though others have recovered', async () => {
  const { sid, sns } = await watchedPlant(5);
  for (const sn of sns.slice(0, 4)) await begin(sid, sn);
  await hour();
  await hour();
  const fifth = sns[4]!;
  await begin(sid, fifth);
  await hour();
  for (const sn of sns.slice(0, 4)) await end(sid, sn);
  await hour();
  expect(subjects()).toHaveLength(1);
  clock.forward(86_400);
  await hour();
  expect([subjects().length, posted().map(({ type }) => type)]).toEqual([2, ['alert.began', 'alert.worsened']]);
  clock.forward(86_400);
  await hour();
  expect(subjects()).toHaveLength(2);
});

test('the cost of an ended problem is the same whether or not others were faulty and have ended', async () => {
  const { sid, sns, produce } = await watchedPlant(2);
  const [one, other] = sns as [string, string];
  await begin(sid, one);
  await begin(sid, other, '0008');
  for (const day of ['2026-06-10', '2026-06-11', '2026-06-12'])
    await produce(day, (sn) => (sn === one || sn === other ? 0 : 4_000));
  await hour();
  clock.set('2026-06-12T20:00:00Z');
  await end(sid, other);
  await hour();
  await end(sid, one);
  await hour();
  await hour();
  const costs = await sql<
    { lostWh: number }[]
  >`select lost_wh from incidents where sid = ${sid} and ended_at is not null`;
  expect(costs.map(({ lostWh }) => Math.round(lostWh))).toEqual([12_000, 12_000]);
});

test('an end of long ago is not mailed when alerts are switched on again', async () => {
  const { sid, sns, user, token } = await watchedPlant(1);
  await begin(sid, sns[0]!);
  await hour();
  await hour();
  expect(subjects()).toHaveLength(1);
  await ask('site/sn/report/setUp', { sid, alertHourly: false, alertTime: false }, { token });
  await end(sid);
  await hour();
  clock.forward(60 * 86_400);
  await hour();
  await ask('site/sn/report/setUp', { sid, alertHourly: true }, { token: await signedIn(user.id) });
  await hour();
  await hour();
  expect(subjects()).toHaveLength(1);
});

test('what has the same cause but begins more than a day later is another problem with an end of its own', async () => {
  const { sid, sns } = await watchedPlant(5);
  for (const sn of sns.slice(0, 4)) await begin(sid, sn);
  await hour();
  clock.forward(25 * 3600);
  await begin(sid, sns[4]!);
  await hour();
  await hour();
  expect([subjects(), posted().map(({ type }) => type)]).toEqual([
    ['1 new alert', '1 new alert'],
    ['alert.began', 'alert.began'],
  ]);
  await end(sid, sns[4]);
  await hour();
  await hour();
  expect(posted().map(({ type, data }) => [type, data.sn, data.devices])).toEqual([
    ['alert.began', sns[0], 4],
    ['alert.began', sns[4], undefined],
    ['alert.ended', sns[4], undefined],
  ]);
});

test('a loss that has doubled since the first full week is reported again', async () => {
  const { sid, sns, produce } = await watchedPlant(3);
  const [faulty] = sns as [string];
  await begin(sid, faulty);
  await hour();
  for (let day = 10; day < 28; day++)
    await produce(`2026-06-${day}`, (sn) => (sn === faulty ? (day < 18 ? 3_000 : 500) : 4_000));
  for (const day of [11, 18, 20, 21, 27]) {
    clock.set(`2026-06-${day}T10:00:00Z`);
    await hour();
  }
  // 7 kWh in the first full week, 14.5 kWh after three worse days, and never twice that.
  expect(subjects()).toEqual(['1 new alert', 'a problem has become worse']);
  expect(plain(mail.taken[1]!.text)).toContain(
    'has become worse · since Jun 10, 14:00 · 14.5 kWh (€3.63) lost per week',
  );
});

test('a weak module that is dead now is worse, not ended', async () => {
  const { sid, sns, user } = await watchedPlant(3);
  await sql`update sites set installer_id = ${user.id} where sid = ${sid}`;
  const finding = (code: string, iso: string, less: string) =>
    sql`
      insert into events (sid, sn, code, opened_at, detail)
      values (${sid}, ${sns[0]!}, ${code}, ${iso}, ${JSON.stringify({ input: '1', cause: 'dead', less })}::text::jsonb)`;
  await finding('weakModule', '2026-06-08T22:00:00Z', '50');
  await hour();
  clock.forward(26 * 3600);
  await end(sid);
  await finding('deadModule', '2026-06-10T22:00:00Z', '100');
  await hour();
  await hour();
  expect(subjects()).toEqual(['a problem was found', 'a problem has become worse']);
  expect(posted().map(({ type, data }) => [type, data.level])).toEqual([
    ['alert.began', 'warning'],
    ['alert.worsened', 'fault'],
  ]);
});

test('an unknown cost is not mentioned', async () => {
  const { sid, sns } = await watchedPlant(0);
  await begin(sid, sns[0]!);
  await hour();
  await end(sid);
  await hour();
  expect(posted()[1]!.data).toMatchObject({ lostWh: null, lostMoney: null, lossBasis: null });
  expect(mail.taken[1]!.text).toContain('ended after 1 hr');
  expect(mail.taken[1]!.text).not.toMatch(/kWh|lost|compared/);
});

test('a problem that began and ended between two mails is one line of one mail', async () => {
  const { sid, sns } = await watchedPlant();
  await begin(sid, sns[0]!);
  clock.forward(600);
  await deriveProblems(context);
  await end(sid);
  await hour();
  await hour();
  expect(subjects()).toEqual(['1 new alert']);
  expect(mail.taken[0]!.text).toContain('ended after 10 min');
});

test('a start that is corrected by a late report is neither an end nor a beginning', async () => {
  const { sid, sns } = await watchedPlant();
  await begin(sid, sns[0]!);
  await hour();
  await sql`update events set opened_at = opened_at - interval '20 minutes' where sid = ${sid} and closed_at is null`;
  await hour();
  expect([subjects(), posted().map(({ type }) => type)]).toEqual([['1 new alert'], ['alert.began']]);
});

test.each(['uncommissioned', 'removed', 'access withdrawn', 'frozen'])(
  'no end is reported to a person of a plant: %s',
  async (what) => {
    const { sid, sns, user } = await watchedPlant();
    await begin(sid, sns[0]!);
    await hour();
    if (what === 'uncommissioned') await sql`update sites set commissioned_on = null where sid = ${sid}`;
    if (what === 'removed') await sql`delete from sites where sid = ${sid}`;
    if (what === 'frozen') await sql`update users set frozen_at = now() where id = ${user.id}`;
    if (what === 'access withdrawn') await sql`update sites set seen_by = '{}' where sid = ${sid}`;
    await end(sid);
    await hour();
    await hour();
    expect([subjects(), posted().map(({ type }) => type)]).toEqual([['1 new alert'], ['alert.began']]);
  },
);

test('a recipient who came after the beginning hears nothing of the end, and nobody of a problem that nobody was notified of', async () => {
  const { sid, sns, user, token } = await watchedPlant();
  await sql`update incidents set notified_at = null`;
  await begin(sid, sns[0]!);
  await hour();
  const late = await makeUser(sql, { companyId: user.companyId });
  await ask('site/sn/report/setUp', { sid, recipients: [user.email, late.email] }, { token: await signedIn(user.id) });
  await end(sid);
  await hour();
  expect(mail.taken.map(({ to }) => to[0])).toEqual([user.email, user.email]);
  await sql`insert into events (sid, sn, code, opened_at) values (${sid}, ${sns[0]!}, '0008', '2026-06-01')`;
  await hour();
  await end(sid);
  await hour();
  expect([mail.taken.length, hook.taken.length, token.length > 0]).toEqual([2, 2, true]);
});

test('two servers report the beginning, the worsening and the end once each', async () => {
  const { sid, sns } = await watchedPlant(6);
  const other = besides();
  const both = async (hours: number) => {
    clock.forward(hours * 3600);
    await deriveProblems(context);
    await Promise.all([detectNotifications(context), detectNotifications(other), detectNotifications(context)]);
    await Promise.all([sendDeliveries(context), sendDeliveries(other)]);
    await Promise.all([tick(context), tick(other)]);
    await tick();
  };
  await begin(sid, sns[0]!);
  await both(1);
  for (const sn of sns.slice(1, 5)) await begin(sid, sn);
  await both(1);
  await both(24);
  await end(sid);
  await both(1);
  await other.sql.end({ timeout: 1 });
  expect([subjects(), posted().map(({ type }) => type)]).toEqual([
    ['1 new alert', 'a problem has become worse', 'a problem has ended'],
    ['alert.began', 'alert.worsened', 'alert.ended'],
  ]);
});
