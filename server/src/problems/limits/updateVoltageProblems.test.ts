// A high grid voltage as a problem: opened with a loss close to the planted one, the same on every page, and closed when it no longer occurs.
import { sunPosition } from '@heliograph/contract/sun.ts';
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { PLACE, type PlayedDay, playThrottling } from '../../../test/playedThrottling.ts';
import { deriveProblems } from '../../../test/problems.ts';
import { makeDay } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';
import { readingOfReport } from '../../families/families.ts';
import { ingestReports } from '../../ingest/ingestReports.ts';
import { compactDays } from '../../jobs/compactDays.ts';
import { updateVoltageProblems } from './updateVoltageProblems.ts';

const { ask, sql, signedIn, clock, context } = await testServer();
const user = await makeUser(sql);

const makePlant = () => makeSite(sql, { ...PLACE, companyId: user.companyId, price: 0.3 });

/** Adds an inverter that reports by day, and returns its serial number. */
async function inverter(sid: string, days: readonly PlayedDay[]): Promise<string> {
  const { sn } = await makeDevice(sql, { sid, product: 'Inverter' });
  await sql`update devices set tilt_deg = 30, azimuth_deg = 180 where sid = ${sid} and sn = ${sn}`;
  await tell(sn, days);
  return sn;
}

/** Ingests the reports of days, by day. */
async function tell(sn: string, days: readonly PlayedDay[]): Promise<void> {
  for (const { samples } of days) {
    const rows = samples
      .filter(({ atMs }) => sunPosition(atMs, PLACE.latitude, PLACE.longitude).elevationDeg > -1)
      .map(({ atMs, watts, volts }) => ({
        ...{ sn, at: new Date(atMs), statusBits: 0, mode: -1 },
        q: { powerW: watts, l1VoltageV: volts, l2VoltageV: 231, l3VoltageV: 232 },
      }));
    await ingestReports(
      context,
      rows.map((row) => readingOfReport('HG100001', 'inverter', row).reading),
    );
  }
}

async function check(): Promise<void> {
  while ((await updateVoltageProblems(context)) > 0);
  await deriveProblems(context);
}
const openOf = async (sid: string) =>
  (await ask('site/overview', { sid }, { token: await signedIn(user.id) })).problems;
const lostKwhOf = (days: readonly PlayedDay[]): number => days.reduce((sum, { lostWh }) => sum + lostWh, 0) / 1000;

test('a throttled inverter beside a free one is a problem with its planted loss, the same on every page', async () => {
  clock.set('2026-06-11T04:00:00Z');
  const token = await signedIn(user.id);
  const sid = await makePlant();
  const played = playThrottling('cap', 242);
  const throttled = await inverter(sid, played);
  const free = await inverter(sid, playThrottling('none', 230, { share: 0.4 }));
  await check();
  const problems = await openOf(sid);
  expect(problems).toMatchObject([
    {
      sn: throttled,
      code: 'voltageCurtailment',
      level: 'warning',
      actor: 'installer',
      title: 'Output reduced by high grid voltage',
      basis: 'neighbours',
      costs: true,
      // The first of the 40 days on which it lost anything.
      sinceIso: expect.stringMatching(/^2026-05-0[2-5]T00:00:00\+02:00$/),
    },
  ]);
  const { lostKwh, weekKwh, lostMoney, weekMoney } = problems[0]!;
  const truth = lostKwhOf(played);
  expect(lostKwh! / truth).toBeGreaterThan(0.8);
  expect(lostKwh! / truth).toBeLessThan(1.2);
  const lastWeek = lostKwhOf(played.slice(-7));
  expect(weekKwh! / lastWeek).toBeGreaterThan(0.8);
  expect(weekKwh! / lastWeek).toBeLessThan(1.2);
  expect([Number(lostMoney), Number(weekMoney)]).toEqual([
    expect.closeTo(0.3 * lostKwh!),
    expect.closeTo(0.3 * weekKwh!),
  ]);
  const report = async (start: string, sn = throttled) =>
    await ask('device/voltage', { sid, sn, start, end: '2026-06-10' }, { token });
  expect((await report('2026-05-02')).lostKwh).toBe(lostKwh);
  expect((await report('2026-06-04')).lostKwh).toBeCloseTo(weekKwh!, 3);
  expect((await report('2026-05-02', free)).lostKwh).toBeLessThan(0.01 * truth);
  const { list } = await ask('problem/list', { sid }, { token });
  expect(list).toMatchObject([{ sn: throttled, lostKwh, weekKwh, siteWeekKwh: weekKwh }]);
  expect(
    (await ask('device/list', { filters: { sn: '' } }, { token })).list.map(({ sn, problem }) => [
      sn,
      problem?.weekKwh,
    ]),
  ).toEqual([
    [throttled, weekKwh],
    [free, undefined],
  ]);
  // Compressed days give the same figures.
  await compactDays(context);
  expect((await report('2026-05-02')).lostKwh).toBe(lostKwh);
}, 60_000);

test('is no problem of an inverter that is not throttled, and is over after 14 days without, of which it reported half', async () => {
  const sid = await makePlant();
  clock.set('2026-05-17T04:00:00Z');
  const sn = await inverter(sid, playThrottling('none', 246, { count: 15 }));
  await check();
  expect(await openOf(sid)).toEqual([]);
  await sql`insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, 'voltageCurtailment', '2026-05-01T00:00:00+02:00')`;
  const again = () => sql`update site_live set voltage_checked_on = null where sid = ${sid}`;
  await again();
  const days = await sql<
    { day: string; energyWh: number }[]
  >`select day, energy_wh from device_days where sid = ${sid} order by day`;
  await sql`delete from device_days where sid = ${sid} and day > '2026-05-08'`;
  await check();
  expect(await openOf(sid)).toMatchObject([{ code: 'voltageCurtailment', weekKwh: 0 }]);
  for (const { day, energyWh } of days.filter(({ day: each }) => each > '2026-05-08'))
    await makeDay(sql, { sid, sn, day, energyWh });
  await again();
  await check();
  expect(await openOf(sid)).toEqual([]);
});

test('is over when its device was removed or has not reported for two weeks', async () => {
  clock.set('2026-05-17T04:00:00Z');
  const sid = await makePlant();
  const [removed, silent, reporting] = [
    await inverter(sid, playThrottling('none', 230, { count: 1 })),
    await inverter(sid, playThrottling('none', 230, { count: 1 })),
    await inverter(sid, playThrottling('none', 230, { count: 1 })),
  ];
  for (const sn of [removed, silent, reporting])
    await sql`insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, 'voltageCurtailment', '2026-05-01T00:00:00+02:00')`;
  await sql`update devices set removed_at = ${clock.now()} where sid = ${sid} and sn = ${removed}`;
  await sql`update device_live set at = '2026-05-02T10:00:00Z' where sid = ${sid} and sn = ${silent}`;
  await sql`update device_live set at = ${clock.now()} where sid = ${sid} and sn = ${reporting}`;
  await sql`update site_live set voltage_checked_on = '2026-05-17' where sid = ${sid}`;
  await check();
  const open = await sql<{ sn: string }[]>`select sn from events where sid = ${sid} and closed_at is null`;
  expect(open.map(({ sn }) => sn)).toEqual([reporting]);
});
