// Which hours had a price below 0, what went to the grid in them, and what of it nobody knows.
import { describe, expect, test } from 'vitest';
import { negativePricesOf, type PricedDay } from './negativePrices.ts';

const hours = (of: Record<number, number>, rest = 0) => Array.from({ length: 24 }, (_, hour) => of[hour] ?? rest);
const day = (changed: Partial<PricedDay> = {}): PricedDay => ({
  lengthsH: hours({}, 1),
  sold: hours({ 12: -0.1, 13: -0.02 }, 0.08),
  toGrid: { energyWh: 3000, hours: hours({ 11: 1e9, 12: 1.5e9, 13: 0.5e9 }) },
  ...changed,
});

describe('hours with a price below 0', () => {
  test.each<[string, PricedDay[], ReturnType<typeof negativePricesOf>]>([
    ['each by its own price', [day()], { hours: 2, energyWh: 2000, money: -0.16, byHour: 1 }],
    ['days add up', [day(), day()], { hours: 4, energyWh: 4000, money: -0.32, byHour: 1 }],
    ['an hour of 0 is none', [day({ sold: hours({ 12: 0 }, 0.08) })], null],
    ['no days', [], null],
    [
      'a price that only the night has',
      [day({ sold: hours({ 2: -0.1 }, 0.08) })],
      { hours: 1, energyWh: 0, money: 0, byHour: 1 },
    ],
    [
      'an hour that the clock skips',
      [day({ lengthsH: hours({ 12: 0 }, 1) })],
      { hours: 1, energyWh: 500, money: -0.01, byHour: 1 },
    ],
    [
      'an hour that it shows twice',
      [day({ lengthsH: hours({ 12: 2 }, 1) })],
      { hours: 3, energyWh: 2000, money: -0.16, byHour: 1 },
    ],
    [
      'an hour that is not over',
      [day({ lengthsH: hours({ 13: 0.5, 14: 0 }, 1) })],
      { hours: 1.5, energyWh: 2000, money: -0.16, byHour: 1 },
    ],
    ['nothing measures it', [day({ toGrid: null })], { hours: 2, energyWh: null, money: null, byHour: null }],
    [
      'nobody knows when',
      [day({ toGrid: { energyWh: 3000, hours: null } })],
      { hours: 2, energyWh: null, money: null, byHour: null },
    ],
    [
      'nothing was given',
      [day({ toGrid: { energyWh: 0, hours: null } })],
      { hours: 2, energyWh: 0, money: 0, byHour: 1 },
    ],
    [
      'of one of two days it is known when',
      [day(), day({ toGrid: { energyWh: 1000, hours: null } })],
      { hours: 4, energyWh: 2000, money: -0.16, byHour: 0.75 },
    ],
  ])('%s', (_, days, expected) => {
    const found = negativePricesOf(days);
    expect(found).toEqual(expected && { ...expected, money: expected.money && expect.closeTo(expected.money, 9) });
  });
});
