// Power of home, grid and battery over a day: home as the remainder, gaps where a device is silent, energies equal to those of the balance.
import type { Quantities } from '@heliograph/contract/measurements.ts';
import { expect, test } from 'vitest';
import { makeDevice, makeSite } from '../../../test/factories.ts';
import { reportServer } from '../../../test/reportServer.ts';
import { readingOfRow } from '../../families/rows.ts';
import { ingestReports } from '../../ingest/ingestReports.ts';
import { slotsOf } from '../../platform/calendar/daySlots.ts';
import { balanceOfPeriods } from '../balance/balance.ts';
import { flowPowers } from './flowPower.ts';
import { siteCurve } from './powerCurve.ts';

const { sql, context, clock } = await reportServer();
clock.set('2026-06-15T10:00:00Z');
const berlin = { timezone: 'Europe/Berlin', latitude: 52.5, longitude: 13.4 };
const DAY = '2026-06-10';

async function plant(...products: string[]) {
  const sid = await makeSite(sql, berlin);
  const sns: string[] = [];
  for (const product of products) sns.push((await makeDevice(sql, { sid, product })).sn);
  return { ...berlin, sid, sns };
}
type Plant = Awaited<ReturnType<typeof plant>>;

/** Ingests a reading of a device every `every` minutes of the given hours. */
async function reportDay(
  sn: string,
  at: (hour: number) => Quantities,
  { every = 5, from = 0, to = 24 } = {},
): Promise<void> {
  const readings = [];
  for (let minute = from * 60; minute < to * 60; minute += every) {
    const quantities = at(minute / 60);
    readings.push(
      readingOfRow({
        gateway: 'GW',
        sn,
        at: new Date(Date.parse(`${DAY}T00:00:30+02:00`) + minute * 60_000),
        quantities,
      }),
    );
  }
  await ingestReports(context, readings);
}
const isDay = (hour: number): boolean => hour >= 7 && hour < 19;

async function curves(of: Plant, stepMin = 5) {
  return await sql.begin(async (tx) => {
    const slots = { ...slotsOf(DAY, of.timezone, stepMin * 60), day: DAY };
    const { powersW } = await siteCurve(tx, of, slots, clock.now());
    const powers = await flowPowers(tx, of, slots, powersW, clock.now());
    return new Map(powers.map(({ name, data }) => [name, data]));
  });
}
const atHour = (line: readonly (number | null)[] | undefined, hour: number) => line?.[hour * 12];
const kWh = (line: readonly (number | null)[]) => line.reduce<number>((sum, watts) => sum + (watts ?? 0) / 12_000, 0);

test('computes home from production, grid and battery, also at night, with the energies of the balance', async () => {
  const site = await plant('BDM-800', 'Meter', 'Battery');
  const [inverter, meter, battery] = site.sns as [string, string, string];
  await reportDay(inverter, () => ({ powerW: 600 }), { from: 7, to: 19 });
  await reportDay(meter, (hour) => ({ gridPowerW: isDay(hour) ? -200 : 250 }));
  await reportDay(battery, (hour) => ({ batteryPowerW: isDay(hour) ? -100 : 50 }));
  const lines = await curves(site);
  expect([...lines.keys()]).toEqual(['Consumption', 'Grid Power', 'Battery Power']);
  expect(['Consumption', 'Grid Power', 'Battery Power'].map((name) => atHour(lines.get(name), 12))).toEqual([
    300, -200, -100,
  ]);
  expect(['Consumption', 'Grid Power', 'Battery Power'].map((name) => atHour(lines.get(name), 2))).toEqual([
    300, 250, 50,
  ]);
  // The sun is up and the inverter is silent: production is unknown.
  expect(atHour(lines.get('Consumption'), 6)).toBeNull();
  const balance = await sql.begin(
    async (tx) => (await balanceOfPeriods(tx, site, [{ from: DAY, to: DAY }], clock.now()))[0]!,
  );
  const net = (out: number | null, into: number | null) => (out! - into!) / 1000;
  expect(kWh(lines.get('Grid Power')!)).toBeCloseTo(net(balance.fromGrid.energyWh, balance.toGrid.energyWh), 1);
  expect(kWh(lines.get('Battery Power')!)).toBeCloseTo(net(balance.discharge.energyWh, balance.charge.energyWh), 1);
});

test('leaves no gaps for a meter read every quarter of an hour, and leaves them for a silent one', async () => {
  const site = await plant('BDM-800', 'Meter');
  const [inverter, meter] = site.sns as [string, string];
  await reportDay(inverter, () => ({ powerW: 600 }), { from: 7, to: 19 });
  await reportDay(meter, () => ({ gridPowerW: -200 }), { every: 15, to: 14 });
  const lines = await curves(site);
  const [home, grid] = [lines.get('Consumption')!, lines.get('Grid Power')!];
  expect(new Set(home.slice(7 * 12, 13.75 * 12))).toEqual(new Set([400]));
  expect([grid[13 * 12], grid[14 * 12], home[14 * 12]]).toEqual([-200, null, null]);
});

test('needs values of both grid meters and reverses one that is wired the other way round', async () => {
  const site = await plant('BDM-800', 'Meter', 'Meter');
  const [, one, other] = site.sns as [string, string, string];
  await sql`insert into meter_settings (sid, sn, valid_from, role, reversed) values (${site.sid}, ${other}, '2026-01-01', 'grid', true)`;
  context.registry.forget([other]);
  await reportDay(one, () => ({ gridPowerW: 300 }));
  await reportDay(other, () => ({ gridPowerW: -100 }), { to: 12 });
  const grid = (await curves(site)).get('Grid Power')!;
  expect([grid[6 * 12], grid[11 * 12], grid[18 * 12]]).toEqual([400, 400, null]);
});

test('uses the grid power of the hybrid while the meter is silent, and its load as home where nothing else is known', async () => {
  const site = await plant('Hybrid inverter', 'Meter');
  const [hybrid, meter] = site.sns as [string, string];
  await reportDay(hybrid, () => ({ powerW: 500, gridPowerW: 90, loadPowerW: 640 }));
  await reportDay(meter, () => ({ gridPowerW: 100 }), { to: 12 });
  const lines = await curves(site);
  expect([atHour(lines.get('Grid Power'), 6), atHour(lines.get('Grid Power'), 18)]).toEqual([100, 90]);
  expect(atHour(lines.get('Consumption'), 6)).toBe(600);
  const alone = await plant('Hybrid inverter');
  await reportDay(alone.sns[0]!, () => ({ powerW: 500, loadPowerW: 640 }));
  expect([...(await curves(alone))].map(([name, data]) => [name, atHour(data, 12)])).toEqual([['Consumption', 640]]);
});

test('returns the mean state of charge of the batteries, a gap while one of them is silent, and none without a battery', async () => {
  const site = await plant('Battery', 'Battery');
  const [one, other] = site.sns as [string, string];
  await reportDay(one, () => ({ batteryPowerW: 100, batterySocPercent: 40 }));
  await reportDay(other, () => ({ batteryPowerW: 100, batterySocPercent: 61 }), { to: 12 });
  const charge = (await curves(site)).get('Battery SOC');
  expect([atHour(charge, 6), atHour(charge, 18)]).toEqual([50.5, null]);
  const metered = await plant('Meter');
  await reportDay(metered.sns[0]!, () => ({ gridPowerW: 100 }));
  expect([...(await curves(metered)).keys()]).not.toContain('Battery SOC');
});

test('counts a battery once where the inverter that it is connected to reports its state of charge as well', async () => {
  const site = await plant('Hybrid inverter', 'Battery');
  const [hybrid, battery] = site.sns as [string, string];
  await reportDay(battery, () => ({ batteryPowerW: 100, batterySocPercent: 60 }));
  await reportDay(hybrid, () => ({ powerW: 500, batteryPowerW: 100, batterySocPercent: 40 }));
  await sql`update devices set gateway_sn = ${hybrid} where sid = ${site.sid} and sn = ${battery}`;
  expect(atHour((await curves(site)).get('Battery SOC'), 12)).toBe(40);
});

test('returns no lines for a plant that measures nothing but production', async () => {
  const site = await plant('BDM-800');
  await reportDay(site.sns[0]!, () => ({ powerW: 600 }), { from: 7, to: 19 });
  expect((await curves(site)).size).toBe(0);
});
