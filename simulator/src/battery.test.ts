// Batteries: power and stored energy within bounds under any sun and load, losses, and each strategy.
import { BATTERY_MODES, type BatterySettings } from '@heliograph/contract/batterySettings.ts';
import { describe, expect, test } from 'vitest';
import {
  appliedStrategy,
  type Battery,
  batteryAt,
  ONE_WAY_EFFICIENCY,
  positiveWh,
  type Strategy,
  storedAfter,
  wantedW,
  within,
} from './battery.ts';
import { chance } from './random.ts';

const of = (strategy: Strategy): Battery => ({ capacityWh: 5000, ratedW: 2500, nominalV: 51.2, strategy });
const own = of({ kind: 'ownUse', reservePercent: 10 });

/** Runs five-minute steps, as a plant's day does. */
function* steps(battery: Battery, missing: (i: number) => number, count = 600) {
  let storedWh = 2000;
  let powerW = 0;
  for (let i = 0; i < count; i++) {
    const next = within(battery, storedWh, wantedW(battery, storedWh, missing(i), (i / 12) % 24));
    const before = storedWh;
    storedWh = storedAfter(storedWh, powerW, next, 1 / 12);
    powerW = next;
    yield { i, hour: (i / 12) % 24, before, storedWh, powerW };
  }
}

test('integrates the positive part of a linear power', () => {
  expect(positiveWh(100, 200, 2)).toBe(300);
  expect(positiveWh(-100, -200, 2)).toBe(0);
  expect(positiveWh(-100, 100, 2)).toBe(50);
  expect(positiveWh(300, -100, 4)).toBe(450);
  for (const [from, to] of [
    [7, -3],
    [-3, 7],
    [5, 5],
  ] as const) {
    expect(positiveWh(from, to, 3) - positiveWh(-from, -to, 3)).toBeCloseTo(((from + to) / 2) * 3, 12);
  }
});

describe('a battery for own use', () => {
  test('stays within its capacity, reserve and rating under any load', () => {
    for (let seed = 0; seed < 20; seed++) {
      for (const { storedWh, powerW } of steps(own, (i) => (chance(seed, Math.floor(i / 9)) - 0.5) * 9000)) {
        expect(Math.abs(powerW)).toBeLessThanOrEqual(2500);
        expect(storedWh).toBeLessThanOrEqual(5000);
        expect(storedWh).toBeGreaterThanOrEqual(500);
      }
    }
  });

  test('is full after long sun and empty to its reserve after a long night', () => {
    expect([...steps(own, () => -4000, 100)].at(-1)!.storedWh).toBeGreaterThan(4900);
    expect([...steps(own, () => 4000, 100)].at(-1)!.storedWh).toBeLessThan(550);
  });

  test('discharges less energy than it was charged with', () => {
    expect(storedAfter(1000, -600, -600, 2) - 1000).toBeCloseTo(1200 * ONE_WAY_EFFICIENCY, 9);
    expect(1000 - storedAfter(1000, 600, 600, 1)).toBeCloseTo(600 / ONE_WAY_EFFICIENCY, 9);
  });
});

test('a battery that charges at night charges from the grid within its hours up to its target and does not discharge meanwhile', () => {
  const battery = of({ kind: 'nightCharge', reservePercent: 10, fromHour: 1, toHour: 5, toPercent: 70 });
  const all = [...steps(battery, () => 300, 24 * 12)];
  for (const { hour, powerW } of all) if (hour >= 1 && hour < 5) expect(powerW).toBeLessThanOrEqual(0);
  const morning = all.find(({ hour }) => hour === 5)!;
  expect(morning.before).toBeGreaterThan(3300);
  expect(morning.before).toBeLessThan(3600);
  expect(all.at(-1)!.storedWh).toBeLessThan(morning.before);
});

describe('a battery set by command', () => {
  const settings = { mode: 'ownUse', reservePercent: 10, shutdownPercent: 5, peakW: 1_500, periods: [] } as const;
  const configured = (rest: Partial<BatterySettings>): Battery => {
    return of(appliedStrategy(own, { ...settings, ...rest }));
  };
  const charge = { fromMin: 60, toMin: 300, action: 'charge', powerW: 1_000, targetPercent: 70 } as const;
  const evening = { fromMin: 1_080, toMin: 1_260, action: 'discharge', powerW: 600, targetPercent: 40 } as const;

  test('follows its periods and covers the deficit between them', () => {
    const all = [...steps(configured({ mode: 'timeOfUse', periods: [charge, evening] }), () => 300, 24 * 12)];
    const within4 = all.filter(({ hour }) => hour >= 1.1 && hour < 5);
    expect(within4.every(({ powerW }) => powerW <= 0 && powerW >= -1_000)).toBe(true);
    expect(within4.at(-1)!.storedWh).toBeCloseTo(3_500, -2);
    const evenings = all.filter(({ hour }) => hour >= 18.1 && hour < 21);
    expect(Math.max(...evenings.map(({ powerW }) => powerW))).toBeLessThanOrEqual(600);
    expect(evenings.every(({ storedWh }) => storedWh >= Math.min(2_000, evenings[0]!.storedWh) - 1)).toBe(true);
    expect(all.filter(({ hour }) => hour >= 6 && hour < 8).every(({ powerW }) => powerW > 0)).toBe(true);
  });

  test('in backup mode charges from the grid and does not discharge', () => {
    const all = [...steps(configured({ mode: 'backup' }), () => 500, 300)];
    expect(all.every(({ powerW }) => powerW <= 0)).toBe(true);
    expect(all.at(-1)!.storedWh).toBeGreaterThan(4_900);
  });

  test('in feed-in-first mode stores no solar energy', () => {
    expect([...steps(configured({ mode: 'feedInFirst' }), () => -3_000, 100)].every(({ powerW }) => powerW === 0)).toBe(
      true,
    );
    expect([...steps(configured({ mode: 'feedInFirst' }), () => 800, 3)].at(-1)!.powerW).toBe(800);
  });

  test('in peak-shaving mode supplies the power above the peak', () => {
    expect([...steps(configured({ mode: 'peakShaving' }), () => 1_400, 9)].every(({ powerW }) => powerW === 0)).toBe(
      true,
    );
    expect([...steps(configured({ mode: 'peakShaving' }), () => 2_000, 3)].at(-1)!.powerW).toBe(500);
  });

  test.each(BATTERY_MODES)('in mode %s stays within its capacity and reserve under any load', (mode) => {
    const battery = configured({ mode, reservePercent: 20, periods: [charge, evening] });
    for (const { before, storedWh, powerW } of steps(battery, (i) => (chance(3, Math.floor(i / 7)) - 0.5) * 9000)) {
      expect(Math.abs(powerW)).toBeLessThanOrEqual(2500);
      expect(storedWh).toBeLessThanOrEqual(5000);
      expect(storedWh).toBeGreaterThanOrEqual(Math.min(before, 1_000) - 1e-6);
    }
  });

  test('uses a new strategy from its instant on, and an off-grid plant stays off grid', () => {
    const since = [
      { fromMs: 100, strategy: appliedStrategy(own, { ...settings, mode: 'backup' }) },
      { fromMs: 200, strategy: appliedStrategy(own, { ...settings, mode: 'feedInFirst' }) },
    ];
    const kinds = [99, 100, 199, 200].map((atMs) => batteryAt({ ...own, since }, atMs).strategy);
    expect(kinds).toEqual([own.strategy, since[0]!.strategy, since[0]!.strategy, since[1]!.strategy]);
    const island = of({ kind: 'island', reservePercent: 15, toPercent: 60 });
    expect(appliedStrategy(island, { ...settings, mode: 'offGrid', reservePercent: 30 })).toEqual({
      kind: 'island',
      reservePercent: 30,
      toPercent: 60,
    });
  });
});
