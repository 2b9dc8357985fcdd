// A clear sky's power as the plant's own clear days show it: the shade of every morning is expected by curve, device and report alike; without clear days the sun's place alone tells.
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

/** What the device told of a day: so much of what its place lets expect, by the local hour. */
async function tellDay(of: Plant, day: string, share: (hour: number, slot: number) => number): Promise<void> {
  const slots = slotsOf(day, of.timezone, STEP_S);
  const placed = (await inTransaction((tx) => placedPower(tx, of, slots)))!;
  const readings = placed.flatMap((powerW, slot) => {
    const at = new Date(slots.fromMs + (slot + 0.5) * STEP_S * 1000);
    const hour = (slot * STEP_S) / 3600;
    const told = share(hour, slot);
    const quantities = { powerW: Math.round(powerW! * told * 10) / 10 };
    return powerW === null || Number.isNaN(told) ? [] : [readingOfRow({ gateway: 'GW', sn: of.sn, at, quantities })];
  });
  await ingestReports(context, readings);
}
/** From eight to ten o'clock a tree takes most. */
const shaded = (hour: number): number => (hour >= 8 && hour < 10 ? 0.3 : 0.9);
const cloudy = (hour: number, slot: number): number => shaded(hour) * (slot % 3 === 0 ? 0.25 : 0.8);

async function expectedOf(of: Plant, day = TODAY, sn?: string) {
  const slots = slotsOf(day, of.timezone, STEP_S);
  const [told, placed] = await inTransaction(
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
  const shareAt = (hour: number) => told!.data[hour * 4 + 1]! / placed![hour * 4 + 1]!;
  return { ...told!, placed: placed!, shareAt };
}

test('a shade of every morning is expected, by the plant, by its device and in the report; cloudy days between change nothing', async () => {
  const site = await plant();
  for (let before = 1; before <= 9; before++)
    await tellDay(site, addDays(TODAY, -before * 3), before % 2 === 0 ? cloudy : shaded);
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

test('too few clear days, or none in the sixty before the month: by place alone', async () => {
  const site = await plant();
  for (const before of [1, 2]) await tellDay(site, addDays(TODAY, -before), shaded);
  for (const before of [3, 4, 5]) await tellDay(site, addDays(TODAY, -before), cloudy);
  const few = await expectedOf(site);
  expect([few.basis, few.clearDays, few.data]).toEqual(['assumed', 0, few.placed]);
  // What was remembered is of other days.
  await tellDay(site, addDays(TODAY, -6), shaded);
  expect((await expectedOf(site)).basis).toBe('measured');
  // A day that is over is told by the days around it, whatever came in months since.
  expect((await expectedOf(site, '2026-03-20')).basis).toBe('assumed');
  await sql`update devices set tilt_deg = 30, azimuth_deg = 180 where sid = ${site.sid}`;
  expect((await expectedOf(site, '2026-03-20')).basis).toBe('placement');
});

test('of readings an hour apart nobody knows whether clouds came between', async () => {
  const site = await plant();
  for (let before = 1; before <= 5; before++)
    await tellDay(site, addDays(TODAY, -before), (hour, slot) => (slot % 4 === 0 ? shaded(hour) : Number.NaN));
  expect((await expectedOf(site)).basis).toBe('assumed');
});

test('inverters give no more than they may, whatever the clear days gave', async () => {
  const site = await plant();
  for (const before of [1, 2, 3, 4]) await tellDay(site, addDays(TODAY, -before), () => 1.3);
  const { data } = await expectedOf(site);
  expect(Math.max(...data.map((watts) => watts ?? 0))).toBeLessThanOrEqual(800);
});

test('an inverter alone has all of its plant’s peak, also when nobody knows what it may give; beside another nobody knows its share, and the plant needs none where all lie alike', async () => {
  const sid = await makeSite(sql, { ...place, powerMaxW: 1000 });
  const { sn } = await makeDevice(sql, { sid, product: 'Hybrid inverter' });
  const site = { ...place, sid, sn, powerMaxW: 1000 };
  const alone = await expectedOf(site);
  expect(Math.max(...alone.data.map((watts) => watts ?? 0))).toBeGreaterThan(800);
  // That of 800 W gives no more than that.
  const limited = alone.data.map((watts) => watts && Math.min(800, watts));
  expect((await expectedOf(await plant())).data).toEqual(limited);
  expect((await expectedOf(site, TODAY, sn)).data).toEqual(alone.data);
  const slots = slotsOf(TODAY, site.timezone, STEP_S);
  const placed = () => inTransaction((tx) => placedPower(tx, site, slots));
  const before = await placed();
  const other = await makeDevice(sql, { sid, product: 'BDM-800' });
  expect(await placed()).toEqual(before);
  const asked = { at: clock.now(), memory: context.clearDays };
  expect(await inTransaction((tx) => expectedPower(tx, site, slots, asked, { sn }))).toBeNull();
  await sql`update devices set tilt_deg = 10, azimuth_deg = 90 where sn = ${other.sn}`;
  expect(await placed()).toBeNull();
});

test('the days are found by the key of a plant’s days', async () => {
  const site = await plant();
  const plan = await inTransaction(async (tx) => {
    // In a table of a few rows it would not be worth an index.
    await tx`set local enable_seqscan = off`;
    return await tx<{ 'QUERY PLAN': string }[]>`
      explain select day, energy_wh, devices from site_days
      where sid = ${site.sid} and day between '2026-04-02' and '2026-06-14' and energy_wh > 0 and source <> 'imported' order by day`;
  });
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toMatch(
    /site_days_pkey[\s\S]*Index Cond: .*sid.*day >= .*day <= /,
  );
});
