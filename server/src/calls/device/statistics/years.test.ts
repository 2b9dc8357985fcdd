// device/statistics/years: years of a device and its modules over the same days, corrected by irradiation where it is known.
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { makeDay } from '../../../../test/readings.ts';
import { testServer } from '../../../../test/testServer.ts';
import { placedPower } from '../../../energy/expected/expected.ts';
import { readingOfRow } from '../../../families/rows.ts';
import { ingestReports } from '../../../ingest/ingestReports.ts';
import { slotsOf } from '../../../platform/calendar/daySlots.ts';
import { eachDay } from '../../../platform/calendar/rules/localDays.ts';
import { insertSamples } from '../../../samples/samples.ts';

const server = await testServer();
const { sql, context, clock } = server;
clock.set('2026-06-21T10:00:00Z');
const place = { timezone: 'Europe/Berlin', latitude: 52.5, longitude: 13.4, powerMaxW: 1000 };
const STEP_S = 900;
const companyId = await makeCompany(sql);
const user = await makeUser(sql, { companyId });
const token = await server.signedIn(user.id);

async function plant(product: string) {
  const sid = await makeSite(sql, { ...place, companyId });
  const { sn } = await makeDevice(sql, { sid, product });
  return { sid, sn };
}
type Plant = Awaited<ReturnType<typeof plant>>;

/** A day under a clear sky: part of the light reaches the modules, and the first one gets its share. */
async function sendDay({ sid, sn }: Plant, day: string, light: (slot: number) => number, ofFirst: number) {
  const slots = slotsOf(day, place.timezone, STEP_S);
  const placed = await sql.begin((tx) => placedPower(tx, { ...place, sid }, slots));
  const readings = placed!.flatMap((watts, slot) => {
    const at = new Date(slots.fromMs + (slot + 0.5) * STEP_S * 1000);
    const powerW = Math.round((watts ?? 0) * light(slot) * 10) / 10;
    const quantities = { powerW, input1PowerW: powerW * ofFirst, input2PowerW: powerW * (1 - ofFirst) };
    return watts === null ? [] : [readingOfRow({ gateway: 'GW', sn, at, quantities })];
  });
  await ingestReports(context, readings);
}

test('compares a cloudy year with a clear one by the clear days of both', async () => {
  const of = await plant('BDM-800');
  const days = eachDay('2026-06-01', '2026-06-20');
  for (const [n, day] of days.entries()) {
    // Two of three days of this year are cloudy, one of three last year; the device produces a twentieth less.
    const clouds = (slot: number) => (slot % 3 === 0 ? 0.25 : 0.8);
    await sendDay(of, day, (slot) => 0.855 * (n % 3 === 0 ? 1 : clouds(slot)), 0.4);
    await sendDay(of, day.replace('2026', '2025'), (slot) => 0.9 * (n % 3 === 0 ? clouds(slot) : 1), 0.5);
  }
  const ask = async (input?: number) =>
    (await server.ask('device/statistics/years', { ...of, ...(input && { input }) }, { token })).list;
  const [year, ...others] = await ask();
  expect(others).toEqual([]);
  expect(year).toMatchObject({ year: 2026, days: 20, from: '2026-06-01', to: '2026-06-20' });
  expect(year!.change).toBeLessThan(-0.15);
  expect(year!.change).toBeCloseTo(year!.energy / year!.before - 1, 3);
  expect(year!.corrected).toMatchObject({ basis: 'clearDays' });
  expect(year!.corrected!.change).toBeCloseTo(-0.05, 2);
  expect(year!.corrected!.days).toBeGreaterThanOrEqual(5);

  // Its modules sum to it; the first has lost another fifth of its share.
  const [first, second] = [(await ask(1))[0]!, (await ask(2))[0]!];
  expect(first.energy + second.energy).toBeCloseTo(year!.energy, 2);
  expect(first.before + second.before).toBeCloseTo(year!.before, 2);
  expect(first.corrected!.change).toBeCloseTo(0.95 * 0.8 - 1, 2);
  expect(second.corrected!.change).toBeCloseTo(0.95 * 1.2 - 1, 2);
});

test('uses sensors’ irradiation for the change if both years were measured', async () => {
  const { sid, sn } = await plant('BDM-800');
  const sensor = await makeDevice(sql, { sid, product: 'Sensor' });
  const days = eachDay('2025-05-01', '2025-05-25');
  for (const day of days) {
    const later = day.replace('2025', '2026');
    await makeDay(sql, { sid, sn, day, energyWh: 4000, coveredS: 60_000 });
    // Half of the light and 45 % of the energy.
    await makeDay(sql, { sid, sn, day: later, energyWh: 1800, coveredS: 60_000 });
    for (const [of, irradianceWm2] of [
      [day, 400],
      [later, 200],
    ] as const) {
      const samples = Array.from({ length: 96 }, (_, n) => ({
        sid,
        sn: sensor.sn,
        atMs: Date.parse(`${of}T00:05:00+02:00`) + n * 900_000,
        statusBits: 0,
        mode: -1,
        imported: false,
        powerW: null,
        counterWh: null,
        // Changes, as a sensor with one value for hours is stuck.
        quantities: { irradianceWm2: irradianceWm2 + (n % 2 === 0 ? 20 : -20) },
      }));
      await sql.begin((tx) => insertSamples(tx, samples));
    }
  }
  const { list } = await server.ask('device/statistics/years', { sid, sn }, { token });
  expect(list).toEqual([
    {
      year: 2026,
      energy: 45,
      before: 100,
      days: 25,
      from: '2026-05-01',
      to: '2026-05-25',
      change: -0.55,
      corrected: { change: -0.1, basis: 'sensors', days: 25 },
    },
  ]);
});

test('returns the plain change without known irradiation, and nothing without days of both years', async () => {
  const { sid, sn } = await plant('BDM-800');
  for (const day of eachDay('2026-06-01', '2026-06-10'))
    await makeDay(sql, { sid, sn, day, energyWh: 1800, coveredS: 60_000 });
  const ask = async () => (await server.ask('device/statistics/years', { sid, sn }, { token })).list;
  expect(await ask()).toEqual([]);
  await makeDay(sql, { sid, sn, day: '2025-06-09', energyWh: 2000, coveredS: 60_000 });
  // Only the morning is known for this one.
  await makeDay(sql, { sid, sn, day: '2025-06-10', energyWh: 700, coveredS: 20_000 });
  expect(await ask()).toEqual([
    {
      year: 2026,
      energy: 1.8,
      before: 2,
      days: 1,
      from: '2026-06-09',
      to: '2026-06-09',
      change: -0.1,
      corrected: null,
    },
  ]);
});

test('treats a stranger’s device and an input that never existed as missing', async () => {
  const { sid, sn } = await plant('BDM-800');
  const codeOf = async (body: object, by: string) =>
    (await server.call('device/statistics/years', body as never, { token: by })).code;
  const stranger = await makeUser(sql);
  expect(await codeOf({ sid, sn }, await server.signedIn(stranger.id))).toBe(1006);
  expect(await codeOf({ sid, sn, input: 9 }, token)).toBe(1412);
  expect(await codeOf({ sid, sn }, token)).toBe(200);
});
