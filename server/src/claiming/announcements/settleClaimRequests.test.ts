// Announced devices that wait: they join after a week if nobody objects, without the history that they sent elsewhere.
import { encodeShortFrame } from '@heliograph/simulator/bdmFrame.ts';
import { beforeEach, expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { mqttFixture } from '../../../test/mqttFixture.ts';
import { storedSamples } from '../../../test/readings.ts';
import { runSiteJobs } from '../../jobs/siteJobs/runSiteJobs.ts';
import { settleClaimRequests } from './settleClaimRequests.ts';

const server = await mqttFixture();
const { sql, ask, signedIn, context, clock, app, makeGateway, connectGateway, announcement, microinverter } = server;
const DAY_MS = 86_400_000;

beforeEach(() => sql`delete from tries`);

async function plant() {
  const companyId = await makeCompany(sql);
  const { id } = await makeUser(sql, { companyId });
  const sid = await makeSite(sql, { companyId });
  const gateway = await makeGateway({ sid });
  const device = await connectGateway(gateway);
  const announce = (...sns: string[]) => device.up('announce', announcement(sns.map((sn) => microinverter(sn))));
  // A session ends before a request does.
  const token = () => signedIn(id);
  const children = async () =>
    (await ask('device/connection', { sid, sn: gateway.sn }, { token: await token() })).children;
  const child = async () => (await children())[0];
  return { sid, token, children, gateway, device, announce, child };
}

let next = 0x1f200000;
const newNumber = () => (next++).toString(16).toUpperCase();

/** Sends a frame of this device over HTTP, as it does on a path of its own. */
async function sendFrame(sn: string): Promise<void> {
  const frame = encodeShortFrame({
    ...{ gateway: 'ffffffffffffffff', sync: 'c3c3c3c3', sn, status: 0, reference: 0x1020, lastWord: 0 },
    ...{ powerCount: 30_000, energyCount: 100, frequencyCount: 12_800, temperatureCount: 3_500, mode: 6 },
    ...{ firmware: 0x84, voltageCount: 5_900, currentCounts: [0, 40] },
  });
  const { statusCode } = await app.inject({ method: 'POST', url: '/i.php', payload: Buffer.from(frame) });
  expect(statusCode).toBe(200);
}

const later = (days: number) => clock.set(new Date(clock.now().getTime() + days * DAY_MS).toISOString());

test('adds a device that reports over HTTP a week after a stranger’s gateway announced it, without its history', async () => {
  const { sid, announce, child } = await plant();
  const sn = newNumber();
  await sendFrame(sn);
  await announce(sn);
  const joinsAt = clock.now().getTime() + 7 * DAY_MS;
  expect(await child()).toMatchObject({ sn, refused: 'waiting' });
  expect(Date.parse((await child())!.joinsIso!)).toBe(joinsAt);
  later(6.9);
  expect(await settleClaimRequests(context)).toBe(0);
  later(0.2);
  expect(await settleClaimRequests(context)).toBe(1);
  await runSiteJobs(context);
  expect(await child()).toMatchObject({ sn, refused: null, joinsIso: null });
  expect(await storedSamples(sql, sid, sn)).toEqual([]);
  expect(await sql`select closed_at is null as open from events where sid = ${sid}`).toEqual([{ open: false }]);
  await sendFrame(sn);
  expect(await storedSamples(sql, sid, sn)).toHaveLength(1);
});

test('keeps what the gateway itself reported of a device while it waited', async () => {
  const { sid, device, announce } = await plant();
  const sn = newNumber();
  await sendFrame(sn);
  await announce(sn);
  await device.up('report', server.report({ sn, at: clock.now().getTime() - 60_000, q: { powerW: 250 } }));
  later(7);
  await settleClaimRequests(context);
  await runSiteJobs(context);
  expect((await storedSamples(sql, sid, sn)).map(({ powerW }) => powerW)).toEqual([250]);
});

test('leaves a device to who enters its number while it waits, with its history', async () => {
  const stranger = await plant();
  const owner = await plant();
  const sn = newNumber();
  await sendFrame(sn);
  await stranger.announce(sn);
  await ask('site/updateFast', { sid: owner.sid, sn: [sn] }, { token: await owner.token() });
  await runSiteJobs(context);
  expect(await storedSamples(sql, owner.sid, sn)).toHaveLength(1);
  later(7);
  expect(await settleClaimRequests(context)).toBe(0);
  expect(await stranger.child()).toMatchObject({ refused: 'notAdded', joinsIso: null });
});

test('does not add numbers of other plants, of foreign stock and restricted ones, and shows the same for each', async () => {
  const { announce, sid, children } = await plant();
  const sns = [newNumber(), newNumber(), newNumber()] as const;
  await makeDevice(sql, { sn: sns[0] });
  await sql`insert into serial_numbers (sn, stock_of) values (${sns[1]}, ${await makeCompany(sql)})`;
  await sql`insert into serial_numbers (sn, restricted_at) values (${sns[2]}, now())`;
  await announce(...sns);
  later(7);
  expect(await settleClaimRequests(context)).toBe(0);
  expect((await children()).map(({ refused }) => refused)).toEqual(['notAdded', 'notAdded', 'notAdded']);
  expect(await sql`select sid from serial_numbers where sn = ${sns[0]}`).not.toEqual([{ sid }]);
});

test('adds a waiting device at once when a person enters its number', async () => {
  const { sid, announce, child, token } = await plant();
  const sn = newNumber();
  await sendFrame(sn);
  await announce(sn);
  await ask('site/updateFast', { sid, sn: [sn] }, { token: await token() });
  expect(await child()).toMatchObject({ sn, refused: null });
  expect(await sql`select from claim_requests where sid = ${sid}`).toEqual([]);
});

test('raises an event at another plant at most once a day and gateway, and only for plants with a confirmed installer', async () => {
  const { announce, sid } = await plant();
  const home = await makeSite(sql);
  const theirs = await Promise.all([1, 2, 3, 4].map(() => makeDevice(sql, { sid: home })));
  const [one, two, three, four] = theirs.map(({ sn }) => sn) as [string, string, string, string];
  const events = () => sql`select sn from events where sid = ${home} order by opened_at`;
  await announce(one, two);
  expect(await events()).toEqual([{ sn: one }]);
  await announce(three);
  expect(await events()).toHaveLength(1);
  later(1.01);
  await announce(one, four);
  expect(await events()).toEqual([{ sn: one }, { sn: four }]);
  await sql`update companies set is_confirmed = false where id = (select company_id from sites where sid = ${sid})`;
  later(1.01);
  await announce((await makeDevice(sql, { sid: home })).sn);
  expect(await events()).toHaveLength(2);
});

test('lets numbers wait for another day once an unconfirmed account has had those of one', async () => {
  const { sid, announce } = await plant();
  await sql`update companies set is_confirmed = false where id = (select company_id from sites where sid = ${sid})`;
  const sns = Array.from({ length: 5 }, newNumber);
  const elsewhere = await makeDevice(sql);
  await announce(elsewhere.sn, ...sns);
  later(7);
  await sql`insert into tries (name, key, points, ends_at) select name, key, 297, ${new Date(clock.now().getTime() + DAY_MS)} from tries
    where name = 'announced' on conflict (name, key) do update set points = 297, ends_at = excluded.ends_at`;
  expect(await settleClaimRequests(context)).toBeLessThanOrEqual(3);
  const waiting = () => sql`select from claim_requests where sid = ${sid} and ended_at is null`;
  const left = (await waiting()).length;
  expect(left).toBeGreaterThan(0);
  later(1.01);
  await settleClaimRequests(context);
  expect(await waiting()).toEqual([]);
  expect(await sql`select from devices where sid = ${sid} and gateway_sn <> ''`).toHaveLength(5);
});
