// Clear-sky power from the plant's own clear days: recurring morning shade is expected alike by curve, device and report; without clear days only the position of the sun counts.
import { expect, test } from 'vitest';
import { makeDevice, makeSite } from '../../../test/factories.ts';
import { reportServer } from '../../../test/reportServer.ts';
import { readingOfRow } from '../../families/rows.ts';
import { ingestReports } from '../../ingest/ingestReports.ts';
import { slotsOf } from '../../platform/calendar/daySlots.ts';
import { addDays, dayBounds } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { expectedEnergy, expectedPower, placedPower } from './expected.ts';

const { sql, context, clock } = await reportServer();
const NOW = '2026-06-15T10:00:00Z';
clock.set(NOW);
const TODAY = '2026-06-15';
const place = { timezone: 'Europe/Berlin', latitude: 52.5, longitude: 13.4 };
const STEP_S = 900;

async function plant() {
  const sid = await makeSite(sql, { ...place, powerMaxW: 1000 });
  const { sn } = await makeDevice(sql, { sid, product: 'BDM-800' });
  return { ...place, sid, sn, powerMaxW: 1000 };
}
type Plant = Awaited<ReturnType<typeof plant>>;
const inTransaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  sql.begin((tx) => work(tx)) as Promise<T>;

/** Ingests a day of the device: `share` of the power expected from its placement, by local hour; NaN: no reading. */
async function reportDay(of: Plant, day: string, share: (hour: number, slot: number) => number): Promise<void> {
  const slots = slotsOf(day, of.timezone, STEP_S);
  const placed = (await inTransaction((tx) => placedPower(tx, of, slots)))!;
  const readings = placed.flatMap((powerW, slot) => {
    const at = new Date(slots.fromMs + (slot + 0.5) * STEP_S * 1000);
    const hour = (slot * STEP_S) / 3600;
    const factor = share(hour, slot);
    const quantities = { powerW: Math.round(powerW! * factor * 10) / 10 };
    return powerW === null || Number.isNaN(factor) ? [] : [readingOfRow({ gateway: 'GW', sn: of.sn, at, quantities })];
  });
  await ingestReports(context, readings);
}
/** From eight to ten o'clock a tree takes most of the light. */
const shaded = (hour: number): number => (hour >= 8 && hour < 10 ? 0.3 : 0.9);
const cloudy = (hour: number, slot: number): number => shaded(hour) * (slot % 3 === 0 ? 0.25 : 0.8);

async function expectedOf(of: Plant, day = TODAY, sn?: string) {
  const slots = slotsOf(day, of.timezone, STEP_S);
  const [expected, placed] = await inTransaction(
    async (tx) =>
      [
        await expectedPower(
          tx,
          of,
          slots,
          { at: clock.now(), memory: context.clearDays },
          sn === undefined ? {} : { sn },
        ),
        await placedPower(tx, of, slots),
      ] as const,
  );
  const shareAt = (hour: number) => expected!.data[hour * 4 + 1]! / placed![hour * 4 + 1]!;
  return { ...expected!, placed: placed!, shareAt };
}

test('expects recurring morning shade for plant, device and report, unaffected by cloudy days between', async () => {
  const site = await plant();
  for (let before = 1; before <= 9; before++)
    await reportDay(site, addDays(TODAY, -before * 3), before % 2 === 0 ? cloudy : shaded);
  const today = await expectedOf(site);
  expect([today.basis, today.clearDays]).toEqual(['measured', 5]);
  expect(today.shareAt(9)).toBeCloseTo(0.3, 1);
  expect(today.shareAt(13)).toBeCloseTo(0.9, 1);
  const device = await expectedOf(site, TODAY, site.sn);
  expect([device.basis, device.data]).toEqual(['measured', today.data]);

  const { startMs, endMs } = dayBounds(TODAY, site.timezone);
  const report = await inTransaction((tx) => expectedEnergy(tx, site, [TODAY], new Date(endMs)));
  const drawnWh = today.data.reduce<number>((sum, watts) => sum + (watts ?? 0) / 4, 0);
  expect(report!.byDay.get(TODAY)).toBeCloseTo(drawnWh, -1);
  expect([report!.basis, report!.clearDays, endMs > startMs]).toEqual(['measured', 5, true]);
});

test('falls back to placement with too few clear days, or none in the sixty days before the month', async () => {
  const site = await plant();
  for (const before of [1, 2]) await reportDay(site, addDays(TODAY, -before), shaded);
  for (const before of [3, 4, 5]) await reportDay(site, addDays(TODAY, -before), cloudy);
  const few = await expectedOf(site);
  expect([few.basis, few.clearDays, few.data]).toEqual(['assumed', 0, few.placed]);
  // The cached result is of other days.
  await reportDay(site, addDays(TODAY, -6), shaded);
  expect((await expectedOf(site)).basis).toBe('measured');
  // A past day uses the days around it, not those of later months.
  expect((await expectedOf(site, '2026-03-20')).basis).toBe('assumed');
  await sql`update devices set tilt_deg = 30, azimuth_deg = 180 where sid = ${site.sid}`;
  expect((await expectedOf(site, '2026-03-20')).basis).toBe('placement');
});

test('does not count days with hourly readings as clear, as clouds may have passed between', async () => {
  const site = await plant();
  for (let before = 1; before <= 5; before++)
    await reportDay(site, addDays(TODAY, -before), (hour, slot) => (slot % 4 === 0 ? shaded(hour) : Number.NaN));
  expect((await expectedOf(site)).basis).toBe('assumed');
});

test('limits expected power to the rated power of the inverters, whatever the clear days gave', async () => {
  const site = await plant();
  for (const before of [1, 2, 3, 4]) await reportDay(site, addDays(TODAY, -before), () => 1.3);
  const { data } = await expectedOf(site);
  expect(Math.max(...data.map((watts) => watts ?? 0))).toBeLessThanOrEqual(800);
});

test('gives a single inverter the whole peak power, and several of unknown rating only if they lie alike', async () => {
  const sid = await makeSite(sql, { ...place, powerMaxW: 1000 });
  const { sn } = await makeDevice(sql, { sid, product: 'Hybrid inverter' });
  const site = { ...place, sid, sn, powerMaxW: 1000 };
  const alone = await expectedOf(site);
  expect(Math.max(...alone.data.map((watts) => watts ?? 0))).toBeGreaterThan(800);
  // An inverter of 800 W gives no more than that.
  const limited = alone.data.map((watts) => watts && Math.min(800, watts));
  expect((await expectedOf(await plant())).data).toEqual(limited);
  expect((await expectedOf(site, TODAY, sn)).data).toEqual(alone.data);
  const slots = slotsOf(TODAY, site.timezone, STEP_S);
  const placed = () => inTransaction((tx) => placedPower(tx, site, slots));
  const before = await placed();
  const other = await makeDevice(sql, { sid, product: 'BDM-800' });
  expect(await placed()).toEqual(before);
  const request = { at: clock.now(), memory: context.clearDays };
  expect(await inTransaction((tx) => expectedPower(tx, site, slots, request, { sn }))).toBeNull();
  await sql`update devices set tilt_deg = 10, azimuth_deg = 90 where sn = ${other.sn}`;
  expect(await placed()).toBeNull();
});

test('finds the days of a plant by the primary key of site_days', async () => {
  const site = await plant();
  const plan = await inTransaction(async (tx) => {
    // With only a few rows PostgreSQL would not use the index.
    await tx`set local enable_seqscan = off`;
    return await tx<{ 'QUERY PLAN': string }[]>`
      explain select day, energy_wh, devices from site_days
      where sid = ${site.sid} and day between '2026-04-02' and '2026-06-14' and energy_wh > 0 and source <> 'imported' order by day`;
  });
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toMatch(
    /site_days_pkey[\s\S]*Index Cond: .*sid.*day >= .*day <= /,
  );
});
