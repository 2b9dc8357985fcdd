// Energy balance of plants from device reports: several meters and batteries, a hybrid next to a meter, meter roles, night, and devices that stop reporting.
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

/**
 * Ingests counter readings of every quarter of an hour from 10 June on; each counter rises by its value in `perHour`.
 */
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

test('sums inverters, two grid meters and two batteries', async () => {
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

test('prefers a grid meter over a hybrid inverter for as long as the meter reports', async () => {
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

test('uses a production meter only where the plant has no inverter', async () => {
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

test('expects values of a silent device, none of a removed one, and halves completeness when one of two is silent', async () => {
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
  // Two days later no device has reported.
  const week = await balanceOf(site, '2026-06-14');
  expect(week.home).toMatchObject({
    energyWh: null,
    missing: ['production', 'fromGrid', 'toGrid', 'discharge', 'charge'],
  });
});

test('counts production as zero at night before any inverter reports, so that home is known', async () => {
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

test('shows the current power of measured nodes only, with its age, and drops outdated values', async () => {
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

test('computes no home power from values of different moments and marks the old one', async () => {
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
  // An upload delayed by its transport does not count as missing.
  clock.forward(40);
  await reported(meter, { gridPowerW: 100 });
  expect(await now()).toMatchObject({ PVPanel: { isOld: false, ageS: 100 }, home: { powerW: 800, ageS: 100 } });
  // The gateway of the inverter is offline while a cloud passes, so only the meter reports the change.
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

test('expects a reversed battery of a hybrid inverter under the flow that it counts as', async () => {
  const site = await plant('Hybrid inverter');
  const [hybrid] = site.sns as [string];
  await sql`insert into meter_settings (sid, sn, valid_from, battery_reversed) values (${site.sid}, ${hybrid}, '2026-01-01', true)`;
  context.registry.forget(site.sns);
  // The hybrid reports only charging; with reversed wiring that is discharging.
  await counters(hybrid, { counterWh: 500, gridImportWh: 90, gridExportWh: 10, batteryChargeWh: 100 });
  await expectFlows(sql, site.sid, site.sns);
  const balance = await balanceOf(site);
  expect(kWh(balance)).toMatchObject({ fromGrid: 2.16, toGrid: 0.24, discharge: 2.4 });
  expect(balance.charge).toMatchObject({ energyWh: null });
  // Home lacks nothing, because no charge was expected.
  expect(balance.home).toMatchObject({ missing: [], completeness: 1 });
  expect(balance.home.energyWh).toBeCloseTo(
    balance.production.energyWh! + balance.fromGrid.energyWh! - balance.toGrid.energyWh! + balance.discharge.energyWh!,
    3,
  );
});

test('counts a battery attached to its hybrid inverter once and adds other batteries', async () => {
  const site = await plant('Hybrid inverter', 'Battery', 'Battery');
  const [hybrid, own, other] = site.sns as [string, string, string];
  await sql`update devices set gateway_sn = ${hybrid} where sid = ${site.sid} and sn = ${own}`;
  await sql`insert into meter_settings (sid, sn, valid_from, reversed, battery_reversed) values (${site.sid}, ${other}, '2026-01-01', true, true)`;
  context.registry.forget(site.sns);
  // The battery reports before its inverter does.
  await counters(own, { batteryChargeWh: 100, batteryDischargeWh: 50 }, 0, 12);
  await counters(
    hybrid,
    { counterWh: 500, gridImportWh: 90, gridExportWh: 10, batteryChargeWh: 110, batteryDischargeWh: 55 },
    0,
    24,
  );
  await runSiteJobs(context);
  await counters(own, { batteryChargeWh: 100, batteryDischargeWh: 50 }, 12, 24);
  // Wired with reversed polarity.
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

test('counts the battery of a hybrid inverter that is attached to another one', async () => {
  const site = await plant('Hybrid inverter', 'Hybrid inverter');
  const [first, second] = site.sns as [string, string];
  await sql`update devices set gateway_sn = ${first} where sid = ${site.sid} and sn = ${second}`;
  context.registry.forget(site.sns);
  for (const sn of site.sns) await counters(sn, { counterWh: 500, batteryChargeWh: 100, batteryDischargeWh: 50 });
  expect(kWh(await balanceOf(site))).toMatchObject({ production: 24, charge: 4.8, discharge: 2.4 });
});

test('counts batteries of a gateway as well as the battery of a hybrid inverter', async () => {
  const site = await plant('Hybrid inverter', 'Battery', 'Battery');
  const [hybrid, one, other] = site.sns as [string, string, string];
  await sql`update devices set gateway_sn = 'GW' where sid = ${site.sid} and sn = any (${[one, other]})`;
  await counters(hybrid, { counterWh: 500, batteryChargeWh: 100, batteryDischargeWh: 50 });
  for (const sn of [one, other]) await counters(sn, { batteryChargeWh: 10, batteryDischargeWh: 5 });
  expect(kWh(await balanceOf(site))).toMatchObject({ charge: 2.88, discharge: 1.44 });
});
