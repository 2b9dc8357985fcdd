// The balance of plants as their devices report: several meters and batteries, a hybrid beside a meter, roles, night, and what falls silent.
import type { Quantities } from '@heliograph/contract/measurements.ts';
import { expect, test } from 'vitest';
import { makeDevice, makeSite } from '../../../test/factories.ts';
import { expectFlows } from '../../../test/flows.ts';
import { makeDay } from '../../../test/readings.ts';
import { reportServer } from '../../../test/reportServer.ts';
import { readingOfRow } from '../../families/rows.ts';
import { ingestReports } from '../../ingest/ingestReports.ts';
import { runSiteJobs } from '../../jobs/siteJobs/runSiteJobs.ts';
import { plantNow } from '../flows/flowNow.ts';
import type { Balance } from '../rules/balance.ts';
import { balanceOfPeriods } from './balance.ts';

const { sql, context, clock } = await reportServer();
const HOUR_MS = 3_600_000;
const berlin = { timezone: 'Europe/Berlin', latitude: 52.5, longitude: 13.4 };

async function plant(...products: string[]) {
  const sid = await makeSite(sql, berlin);
  const sns: string[] = [];
  for (const product of products) sns.push((await makeDevice(sql, { sid, product })).sn);
  return { ...berlin, sid, sns, at: null as Date | null };
}
type Plant = Awaited<ReturnType<typeof plant>>;

/** Counters that rise by so much an hour, read each quarter of it, over these hours of 10 June on. */
async function counters(sn: string, perHour: Quantities, fromHour = 0, toHour = 24): Promise<void> {
  const readings = [];
  for (let hour = fromHour; hour <= toHour; hour += 0.25) {
    const at = new Date(Date.parse('2026-06-10T00:00:00+02:00') + hour * HOUR_MS);
    const quantities = Object.fromEntries(Object.entries(perHour).map(([name, wh]) => [name, 1e6 + wh! * hour]));
    readings.push(readingOfRow({ gateway: 'GW', sn, at, quantities }));
  }
  await ingestReports(context, readings);
}
const balanceOf = async (of: Plant, from = '2026-06-10', to = from): Promise<Balance> =>
  await sql.begin(async (tx) => (await balanceOfPeriods(tx, of, [{ from, to }], clock.now()))[0]!);
const kWh = ({ autarchy: _, ...figures }: Balance) =>
  Object.fromEntries(
    Object.entries(figures).flatMap(([name, { energyWh }]) => (energyWh === null ? [] : [[name, energyWh / 1000]])),
  );

test('inverters, two grid meters and two batteries: each of them sums', async () => {
  const site = await plant('BDM-800', 'Meter', 'Meter', 'Battery', 'Battery');
  const [inverter, ...others] = site.sns as [string, string, string, string, string];
  await makeDay(sql, { sid: site.sid, sn: inverter, day: '2026-06-10', energyWh: 20_000, coveredS: 60_000 });
  for (const sn of others.slice(0, 2)) await counters(sn, { gridImportWh: 100, gridExportWh: 250 });
  for (const sn of others.slice(2)) await counters(sn, { batteryChargeWh: 50, batteryDischargeWh: 25 });
  const balance = await balanceOf(site);
  expect(kWh(balance)).toEqual({
    production: 20,
    fromGrid: 4.8,
    toGrid: 12,
    charge: 2.4,
    discharge: 1.2,
    home: 20 + 4.8 - 12 + 1.2 - 2.4,
    ownUse: 8,
  });
  expect(balance.fromGrid).toMatchObject({ source: 'counted', completeness: 1, spreadWh: 0 });
  expect(balance.home).toMatchObject({ source: 'counted', completeness: 1, missing: [] });
  expect(balance.measuredHome).toMatchObject({ energyWh: null, missing: ['home'] });
});

test('a grid meter wins over what a hybrid measures at the grid, as long as it tells', async () => {
  const site = await plant('Hybrid inverter', 'Meter');
  const [hybrid, meter] = site.sns as [string, string];
  await counters(hybrid, { counterWh: 500, gridImportWh: 90, gridExportWh: 10, loadWh: 400 }, 0, 48);
  await counters(meter, { gridImportWh: 100, gridExportWh: 20 }, 24, 48);
  const first = await balanceOf(site);
  expect(kWh(first)).toMatchObject({ fromGrid: 2.16, toGrid: 0.24, measuredHome: 9.6 });
  const second = await balanceOf(site, '2026-06-11');
  expect(kWh(second)).toMatchObject({ production: 12, fromGrid: 2.4, toGrid: 0.48, home: 13.92, measuredHome: 9.6 });
  expect(second.unmeasured.energyWh).toBeCloseTo(4320, 5);
});

test('a production meter counts where there is no inverter, and is silent beside one', async () => {
  const site = await plant('Meter', 'Meter');
  const [solar, grid] = site.sns as [string, string];
  await sql`insert into meter_settings (sid, sn, valid_from, role) values (${site.sid}, ${solar}, '2026-01-01', 'production')`;
  context.registry.forget([solar]);
  await counters(solar, { gridImportWh: 500 });
  await counters(grid, { gridImportWh: 50, gridExportWh: 300 });
  expect(kWh(await balanceOf(site))).toEqual({ production: 12, fromGrid: 1.2, toGrid: 7.2, home: 6, ownUse: 4.8 });
  const { sn } = await makeDevice(sql, { sid: site.sid });
  await makeDay(sql, { sid: site.sid, sn, day: '2026-06-10', energyWh: 11_000 });
  expect(kWh(await balanceOf(site))).toMatchObject({ production: 11, home: 5 });
});

test('what falls silent is missing, what left the plant is not, and one of two is half', async () => {
  const site = await plant('BDM-800', 'Meter', 'Battery', 'Battery');
  const [inverter, meter, one, other] = site.sns as [string, string, string, string];
  for (const day of ['2026-06-10', '2026-06-11', '2026-06-12'])
    await makeDay(sql, { sid: site.sid, sn: inverter, day, energyWh: 10_000, coveredS: 60_000 });
  await counters(meter, { gridImportWh: 100, gridExportWh: 250 }, 0, 72);
  await counters(one, { batteryChargeWh: 50, batteryDischargeWh: 25 }, 0, 72);
  await counters(other, { batteryChargeWh: 50, batteryDischargeWh: 25 }, 0, 24);
  const silent = await balanceOf(site, '2026-06-12');
  expect(silent.charge).toMatchObject({ energyWh: 1200, completeness: 0.5 });
  expect(silent.home.completeness).toBe(0.5);
  await sql`update devices set removed_at = '2026-06-11T12:00:00Z' where sid = ${site.sid} and sn = ${other}`;
  expect((await balanceOf(site, '2026-06-12')).charge).toMatchObject({ energyWh: 1200, completeness: 1 });
  await sql`update devices set removed_at = null where sid = ${site.sid}`;
  // A week later nothing has come.
  const week = await balanceOf(site, '2026-06-14');
  expect(week.home).toMatchObject({
    energyWh: null,
    missing: ['production', 'fromGrid', 'toGrid', 'discharge', 'charge'],
  });
});

test('by night, before any inverter woke, production is nothing and home is known', async () => {
  clock.set('2026-06-11T01:00:00+02:00');
  const site = await plant('BDM-800', 'Meter');
  const [inverter, meter] = site.sns as [string, string];
  await makeDay(sql, { sid: site.sid, sn: inverter, day: '2026-06-10', energyWh: 10_000 });
  await counters(meter, { gridImportWh: 300, gridExportWh: 0 }, 0, 25);
  expect(kWh(await balanceOf(site, '2026-06-11'))).toMatchObject({ production: 0, fromGrid: 0.3, home: 0.3 });
  clock.set('2026-06-11T12:00:00+02:00');
  expect((await balanceOf(site, '2026-06-11')).home).toMatchObject({ energyWh: null, missing: ['production'] });
  clock.set('2026-06-15T10:00:00Z');
});

test('now: each node with its age, only what is measured, and old is not now', async () => {
  const site = await plant('BDM-800', 'Meter', 'Battery');
  const [inverter, meter, battery] = site.sns as [string, string, string];
  const reported = (sn: string, agoS: number, quantities: Quantities) =>
    ingestReports(context, [
      readingOfRow({ gateway: 'GW', sn, at: new Date(clock.now().getTime() - agoS * 1000), quantities }),
    ]);
  const now = async () => await sql.begin((tx) => plantNow(tx, site, true, clock.now()));
  await reported(inverter, 30, { powerW: 700 });
  expect(await now()).toMatchObject({
    PVPanel: { has: true, powerW: 700 },
    home: { has: false },
    grid: { has: false },
    battery: { has: false, socPercent: null },
    gen: { has: false },
  });
  await reported(meter, 20, { gridPowerW: -150 });
  await reported(battery, 50, { batteryPowerW: -200, batterySocPercent: 61.5 });
  expect(await now()).toMatchObject({
    PVPanel: { powerW: 700 },
    grid: { powerW: -150, ageS: 20 },
    battery: { powerW: -200, ageS: 50, socPercent: 61.5 },
    home: { has: true, powerW: 350, ageS: 50 },
  });
  await sql`insert into meter_settings (sid, sn, valid_from, reversed) values (${site.sid}, ${meter}, '2026-01-01', true)`;
  expect((await now()).grid).toMatchObject({ powerW: 150 });
  clock.forward(1200);
  await reported(inverter, 10, { powerW: 710 });
  expect(await now()).toMatchObject({
    PVPanel: { powerW: 710 },
    grid: { has: true, powerW: null, ageS: null },
    home: { has: true, powerW: null },
    battery: { powerW: null },
  });
  clock.set('2026-06-15T10:00:00Z');
});

test('now: values of different moments are no balance, and the old one is named', async () => {
  const site = await plant('BDM-800', 'Meter');
  const [inverter, meter] = site.sns as [string, string];
  await sql`update device_live set upload_every_s = 60 where sid = ${site.sid}`;
  const reported = (sn: string, quantities: Quantities) =>
    ingestReports(context, [readingOfRow({ gateway: 'GW', sn, at: clock.now(), quantities })]);
  const now = async () => await sql.begin((tx) => plantNow(tx, site, true, clock.now()));
  for (let minute = 0; minute < 10; minute++) {
    await reported(inverter, { powerW: 700 });
    await reported(meter, { gridPowerW: 100 });
    clock.forward(60);
  }
  // An upload that is late by the way it takes is none that is missing.
  clock.forward(40);
  await reported(meter, { gridPowerW: 100 });
  expect(await now()).toMatchObject({ PVPanel: { isOld: false, ageS: 100 }, home: { powerW: 800, ageS: 100 } });
  // Its gateway is gone: the sun went behind a cloud, and the meter alone tells of it.
  clock.forward(20);
  await reported(meter, { gridPowerW: 750 });
  expect(await now()).toMatchObject({
    PVPanel: { has: true, powerW: 700, isOld: true, ageS: 120 },
    grid: { powerW: 750, isOld: false, ageS: 0 },
    home: { has: true, powerW: null, ageS: null },
  });
  await reported(inverter, { powerW: 50 });
  expect(await now()).toMatchObject({ PVPanel: { isOld: false }, home: { powerW: 800 } });
  clock.set('2026-06-15T10:00:00Z');
});

test('a hybrid whose battery is turned is waited for under the flow that it counts as', async () => {
  const site = await plant('Hybrid inverter');
  const [hybrid] = site.sns as [string];
  await sql`insert into meter_settings (sid, sn, valid_from, battery_reversed) values (${site.sid}, ${hybrid}, '2026-01-01', true)`;
  context.registry.forget(site.sns);
  // It tells of a battery that is only charged; as installed that is a discharge.
  await counters(hybrid, { counterWh: 500, gridImportWh: 90, gridExportWh: 10, batteryChargeWh: 100 });
  await expectFlows(sql, site.sid, site.sns);
  const balance = await balanceOf(site);
  expect(kWh(balance)).toMatchObject({ fromGrid: 2.16, toGrid: 0.24, discharge: 2.4 });
  expect(balance.charge).toMatchObject({ energyWh: null });
  // Nothing is missing for home: no charge was to be expected.
  expect(balance.home).toMatchObject({ missing: [], completeness: 1 });
  expect(balance.home.energyWh).toBeCloseTo(
    balance.production.energyWh! + balance.fromGrid.energyWh! - balance.toGrid.energyWh! + balance.discharge.energyWh!,
    3,
  );
});

test('a battery that hangs on its hybrid inverter is told twice and counts once; others beside it are added', async () => {
  const site = await plant('Hybrid inverter', 'Battery', 'Battery');
  const [hybrid, own, other] = site.sns as [string, string, string];
  await sql`update devices set gateway_sn = ${hybrid} where sid = ${site.sid} and sn = ${own}`;
  await sql`insert into meter_settings (sid, sn, valid_from, reversed, battery_reversed) values (${site.sid}, ${other}, '2026-01-01', true, true)`;
  context.registry.forget(site.sns);
  // It speaks before its inverter does.
  await counters(own, { batteryChargeWh: 100, batteryDischargeWh: 50 }, 0, 12);
  await counters(
    hybrid,
    { counterWh: 500, gridImportWh: 90, gridExportWh: 10, batteryChargeWh: 110, batteryDischargeWh: 55 },
    0,
    24,
  );
  await runSiteJobs(context);
  await counters(own, { batteryChargeWh: 100, batteryDischargeWh: 50 }, 12, 24);
  // Connected the other way round.
  await counters(other, { batteryChargeWh: 10, batteryDischargeWh: 20 });
  await expectFlows(sql, site.sid, site.sns);
  const balance = await balanceOf(site);
  expect(kWh(balance)).toMatchObject({
    production: 12,
    fromGrid: 2.16,
    toGrid: 0.24,
    charge: 2.64 + 0.48,
    discharge: 1.32 + 0.24,
    home: 12 + 2.16 - 0.24 + 1.56 - 3.12,
  });
  expect(balance.charge.completeness).toBe(1);
  const reported = (sn: string, quantities: Quantities) =>
    ingestReports(context, [readingOfRow({ gateway: 'GW', sn, at: clock.now(), quantities })]);
  await reported(hybrid, { powerW: 1000, gridPowerW: -200, batteryPowerW: -500, batterySocPercent: 40 });
  await reported(own, { batteryPowerW: -480, batterySocPercent: 44 });
  await reported(other, { batteryPowerW: 100, batterySocPercent: 60 });
  const now = await sql.begin((tx) => plantNow(tx, site, true, clock.now()));
  expect(now).toMatchObject({ battery: { powerW: -600, socPercent: 50 }, home: { powerW: 200 } });
});

test('a hybrid inverter that hangs on another has a battery of its own', async () => {
  const site = await plant('Hybrid inverter', 'Hybrid inverter');
  const [first, second] = site.sns as [string, string];
  await sql`update devices set gateway_sn = ${first} where sid = ${site.sid} and sn = ${second}`;
  context.registry.forget(site.sns);
  for (const sn of site.sns) await counters(sn, { counterWh: 500, batteryChargeWh: 100, batteryDischargeWh: 50 });
  expect(kWh(await balanceOf(site))).toMatchObject({ production: 24, charge: 4.8, discharge: 2.4 });
});

test('two batteries of a gateway beside a hybrid with its own: each counts', async () => {
  const site = await plant('Hybrid inverter', 'Battery', 'Battery');
  const [hybrid, one, other] = site.sns as [string, string, string];
  await sql`update devices set gateway_sn = 'GW' where sid = ${site.sid} and sn = any (${[one, other]})`;
  await counters(hybrid, { counterWh: 500, batteryChargeWh: 100, batteryDischargeWh: 50 });
  for (const sn of [one, other]) await counters(sn, { batteryChargeWh: 10, batteryDischargeWh: 5 });
  expect(kWh(await balanceOf(site))).toMatchObject({ charge: 2.88, discharge: 1.44 });
});
