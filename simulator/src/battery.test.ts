// Batteries: within their power and what is stored whatever sun and load do, less given back than taken, each strategy as it says.
import { describe, expect, test } from 'vitest';
import { type Battery, oneWay, positiveWh, type Strategy, storedAfter, wantedW, within } from './battery.ts';
import { chance } from './random.ts';

const of = (strategy: Strategy): Battery => ({ capacityWh: 5000, ratedW: 2500, nominalV: 51.2, strategy });
const own = of({ kind: 'ownUse', reservePercent: 10 });

/** Five-minute steps, as a plant's day takes them. */
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

test('the positive part of a straight line', () => {
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
  test('keeps its bounds, its reserve and its rating with whatever comes', () => {
    for (let seed = 0; seed < 20; seed++) {
      for (const { storedWh, powerW } of steps(own, (i) => (chance(seed, Math.floor(i / 9)) - 0.5) * 9000)) {
        expect(Math.abs(powerW)).toBeLessThanOrEqual(2500);
        expect(storedWh).toBeLessThanOrEqual(5000);
        expect(storedWh).toBeGreaterThanOrEqual(500);
      }
    }
  });

  test('is filled by long sun and emptied to its reserve by a long night', () => {
    expect([...steps(own, () => -4000, 100)].at(-1)!.storedWh).toBeGreaterThan(4900);
    expect([...steps(own, () => 4000, 100)].at(-1)!.storedWh).toBeLessThan(550);
  });

  test('gives back less than it took', () => {
    expect(storedAfter(1000, -600, -600, 2) - 1000).toBeCloseTo(1200 * oneWay, 9);
    expect(1000 - storedAfter(1000, 600, 600, 1)).toBeCloseTo(600 / oneWay, 9);
  });
});

test('one that charges at night takes from the grid between its hours up to its aim, and gives nothing meanwhile', () => {
  const battery = of({ kind: 'nightCharge', reservePercent: 10, fromHour: 1, toHour: 5, toPercent: 70 });
  const all = [...steps(battery, () => 300, 24 * 12)];
  for (const { hour, powerW } of all) if (hour >= 1 && hour < 5) expect(powerW).toBeLessThanOrEqual(0);
  const morning = all.find(({ hour }) => hour === 5)!;
  expect(morning.before).toBeGreaterThan(3300);
  expect(morning.before).toBeLessThan(3600);
  expect(all.at(-1)!.storedWh).toBeLessThan(morning.before);
});
