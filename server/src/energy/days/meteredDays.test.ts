// Plants whose production a meter measures: lists, totals, statistics, curves and records work as with inverters, and together with inverters no kilowatt-hour counts twice.
import type { Quantities } from '@heliograph/contract/measurements.ts';
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { expectFlows } from '../../../test/flows.ts';
import { foldAll } from '../../../test/foldAll.ts';
import { testServer } from '../../../test/testServer.ts';
import { readingOfRow } from '../../families/rows.ts';
import { ingestReports } from '../../ingest/ingestReports.ts';
import { runSiteJobs } from '../../jobs/siteJobs/runSiteJobs.ts';
import { detectOfflineDevices } from '../../problems/deviceEvents/offlineDetection.ts';
import { findDayPeaks } from './dayPeaks.ts';

const { sql, context, clock, ask, signedIn } = await testServer();
const user = await makeUser(sql);
const HOUR_MS = 3_600_000;
const MIDNIGHT = Date.parse('2026-06-10T00:00:00+02:00');
const at = (hour: number) => new Date(MIDNIGHT + hour * HOUR_MS);
const setTime = async (hour: number): Promise<string> => {
  clock.set(at(hour).toISOString());
  return await signedIn(user.id);
};

/**
 * Energy since 10 June of `watts` from 6 to 18 o'clock each day; tests use 600 W for a meter and 500 W for an inverter.
 */
const producedWh = (hour: number, watts: number) => {
  const days = Math.floor(hour / 24);
  return watts * (days * 12 + Math.min(12, Math.max(0, hour - days * 24 - 6)));
};
const isDay = (hour: number) => hour % 24 >= 6 && hour % 24 < 18;
const reported = (sn: string, hour: number, quantities: Quantities) =>
  readingOfRow({ gateway: 'GW', sn, at: at(hour), quantities });
const steps = (from: number, to: number) => Array.from({ length: (to - from) * 6 + 1 }, (_, n) => from + n / 6);
const meter = (sn: string, from: number, to: number) =>
  ingestReports(
    context,
    steps(from, to).map((hour) =>
      reported(sn, hour, {
        gridPowerW: isDay(hour) ? 600 : -3,
        gridImportWh: 9000 + producedWh(hour, 600),
        gridExportWh: 10,
      }),
    ),
  );
const inverter = (sn: string, from: number, to: number) =>
  ingestReports(
    context,
    steps(from, to).map((hour) =>
      reported(sn, hour, { powerW: isDay(hour) ? 500 : 0, counterWh: 4000 + producedWh(hour, 500) }),
    ),
  );

async function plant(...products: string[]) {
  const sid = await makeSite(sql, {
    companyId: user.companyId,
    timezone: 'Europe/Berlin',
    latitude: 52.5,
    longitude: 13.4,
  });
  const sns: string[] = [];
  for (const product of products) sns.push((await makeDevice(sql, { sid, product })).sn);
  return { sid, sns };
}
async function meterPlant(...more: string[]) {
  const { sid, sns } = await plant('Meter', ...more);
  await sql`insert into meter_settings (sid, sn, valid_from, role) values (${sid}, ${sns[0]!}, '2026-01-01', 'production')`;
  context.registry.forget(sns);
  return { sid, sns: sns as [string, ...string[]] };
}

/** Reads production from every call that shows it and checks that all show the same figures. */
async function figuresOf(sid: string, token: string) {
  const { list } = await ask('site/listWithSN', { page: { size: 200, num: 0 } }, { token });
  const row = list.find((entry) => entry.sid === sid)!;
  const site = await ask('site/overview', { sid }, { token });
  const production = site.statisticsProduction;
  const day = await ask('site/statistics/date', { sid, types: 1, date: '2026-06-11' }, { token });
  const days = await ask('site/statistics/echarts', { sid, types: 3, rangeDate: '2026-06-10~2026-06-13' }, { token });
  const years = await ask('site/statistics/echarts', { sid, types: 6 }, { token });
  const number = (text: string) => (text === '' ? null : Number(text));
  expect([row.now, row.todayPower, row.totalPower ?? null]).toEqual([
    number(production.totalNow),
    number(production.today),
    number(production.total),
  ]);
  expect([number(site.energy.PVPanel.power), years.series[0]!.data.at(-1)]).toEqual([
    row.now,
    number(production.total),
  ]);
  const balance = (date: string) => site.balance![date === 'today' ? 'today' : 'month'].production.energy;
  expect([balance('today'), balance('month')]).toEqual([number(production.today), number(production.month)]);
  return {
    now: row.now,
    today: row.todayPower,
    total: row.totalPower,
    days: days.series[0]!.data,
    site,
    eleventh: number(day.power),
    completeness: day.provenance.completeness,
  };
}

test('shows the production of a meter in list, header, statistics, curve, peak, fleet and status', async () => {
  const { sid, sns } = await meterPlant();
  await sql`update sites set power_max_w = 1000 where sid = ${sid}`;
  const token = await setTime(60);
  await meter(sns[0], 0, 60);
  const figures = await figuresOf(sid, token);
  expect(figures).toMatchObject({ now: 600, today: 3.6, total: 18, eleventh: 7.2, completeness: 1 });
  expect(figures.days).toEqual([7.2, 7.2, 3.6, null]);
  expect(figures.site).toMatchObject({
    status: 0,
    reporting: 1,
    components: ['PVPanel'],
    peak: { powerW: 600 },
    record: { energy: 7.2 },
    provenance: { today: { source: 'counted', completeness: 1 } },
    energy: { PVPanel: { power: '600', rate: '60' } },
  });
  const day = { sid, types: 1, date: '2026-06-11', withExpected: true } as const;
  const curve = await ask('site/statistics/echarts', day, { token });
  const slot = (hour: number) => curve.series[0]!.data[hour * 12];
  expect([slot(3), slot(12)]).toEqual([0, 600]);
  expect(curve.expected?.basis).toBe('assumed');
  expect(Math.max(...curve.expected!.data.map((watts) => watts ?? 0))).toBeGreaterThan(500);
  const counts = await ask('overview/siteStatusCounts', {}, { token });
  expect(counts.statusMap['0']).toBe(1);
  expect(counts.totals).toMatchObject({ now: 600, todayPower: 3.6, totalPower: 18 });
  await foldAll(context);
  const fleet = (await ask('overview/overview', {}, { token })).statisticsProduction;
  expect(fleet).toMatchObject({ today: '3.6', month: '18', total: '18', totalNow: '600' });
  await findDayPeaks(context);
  expect(await sql`select day, peak_w from site_days where sid = ${sid} and peak_w is not null order by day`).toEqual([
    { day: '2026-06-10', peakW: 600 },
  ]);
  // At night the meter's own consumption is not production; a silent meter has no current power.
  await meter(sns[0], 60, 71);
  expect((await figuresOf(sid, await setTime(71))).now).toBe(0);
  const later = await setTime(80);
  await detectOfflineDevices(context);
  const silent = await figuresOf(sid, later);
  expect([silent.now, silent.today, silent.site.status]).toEqual([null, null, -1]);
  await sql`delete from sites where sid = ${sid}`;
});

test('leaves completeness unaffected by a gap at night and halves it for half a day', async () => {
  const { sid, sns } = await meterPlant();
  const token = await setTime(40);
  await meter(sns[0], 0, 12);
  await meter(sns[0], 24, 40);
  const { provenance } = await ask('site/statistics/date', { sid, types: 1, date: '2026-06-10' }, { token });
  expect(provenance.completeness).toBe(0.522);
  const day = await ask('site/statistics/date', { sid, types: 1, date: '2026-06-11' }, { token });
  expect(day.provenance.completeness).toBe(1);
});

test('takes production from an added inverter from its first day on and from the meter before', async () => {
  const { sid, sns } = await meterPlant('Inverter');
  const [solar, sn] = sns;
  await setTime(60);
  await meter(solar, 0, 60);
  await inverter(sn!, 30, 60);
  const figures = await figuresOf(sid, await setTime(60));
  expect(figures.days).toEqual([7.2, 6, 3, null]);
  expect(figures).toMatchObject({ now: 500, today: 3, total: 16.2 });
  // Late meter reports change no day of the inverter; late inverter reports replace the meter on their day.
  await meter(solar, 31, 32);
  await inverter(sn!, 10, 20);
  expect((await figuresOf(sid, await setTime(60))).days.slice(1)).toEqual([6, 3, null]);
  await expectFlows(sql, sid, [solar]);
});

test('shows the power of the meter while the inverter is silent, and its days while inverter history is deleted', async () => {
  const { sid, sns } = await meterPlant('Inverter');
  const [solar, sn] = sns;
  await setTime(36);
  await inverter(sn!, 0, 33);
  await meter(solar, 0, 36);
  const token = await setTime(36);
  await detectOfflineDevices(context);
  expect(await figuresOf(sid, token)).toMatchObject({ now: 600, days: [6, 1.5, null, null] });
  expect(await sql`select power_w from site_live where sid = ${sid}`).toEqual([{ powerW: 600 }]);
  const { id } = await ask(
    'device/deleteHistory',
    { sid, sn: sn!, start: '2026-06-10', end: '2026-06-11', reason: 'x' },
    { token },
  );
  await runSiteJobs(context);
  expect(await figuresOf(sid, token)).toMatchObject({ days: [7.2, 3.6, null, null], total: 10.8, today: 3.6 });
  await ask('device/history/restore', { sid, sn: sn!, id }, { token });
  await runSiteJobs(context);
  expect(await figuresOf(sid, token)).toMatchObject({ days: [6, 1.5, null, null], total: 7.5, today: 1.5 });
});

test('recomputes days when the meter is assigned to the modules or removed, and when the time zone changes', async () => {
  const { sid, sns } = await plant('Meter');
  const sn = sns[0]!;
  const token = await setTime(60);
  await meter(sn, 0, 60);
  const list = async () =>
    (await ask('site/listWithSN', { page: { size: 200, num: 0 } }, { token })).list.find((row) => row.sid === sid)!;
  expect(await list()).toMatchObject({ now: null, todayPower: null });
  const setUp = async (settings: object[]) => {
    await ask('device/meter/setUp', { sid, sn, list: settings as never }, { token });
    await runSiteJobs(context);
  };
  await setUp([{ validFrom: '2026-06-11', role: 'production' }]);
  await setTime(60.5);
  await meter(sn, 60, 60.5);
  expect(await figuresOf(sid, token)).toMatchObject({
    now: 600,
    days: [null, 7.2, 3.9, null],
    total: 11.1,
    today: 3.9,
  });
  await ask('site/updateFast', { sid, timezone: 'Europe/Lisbon' }, { token });
  await runSiteJobs(context);
  const [moved] = await sql<{ wh: number }[]>`select sum(energy_wh) as wh from site_days where sid = ${sid}`;
  expect(await list()).toMatchObject({ totalPower: moved!.wh / 1000 });
  expect(moved!.wh).toBeGreaterThan(10_000);
  await setUp([]);
  expect(await list()).toMatchObject({ now: null, todayPower: null, totalPower: 0 });
  expect(await sql`select from site_days where sid = ${sid}`).toHaveLength(0);
});
