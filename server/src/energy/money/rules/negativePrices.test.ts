// Hours with a negative price: their number, the exported energy, and the share of it with known hours.
import { describe, expect, test } from 'vitest';
import { negativePricesOf, type PricedDay } from './negativePrices.ts';

const hours = (of: Record<number, number>, rest = 0) => Array.from({ length: 24 }, (_, hour) => of[hour] ?? rest);
const day = (changed: Partial<PricedDay> = {}): PricedDay => ({
  lengthsH: hours({}, 1),
  sold: hours({ 12: -0.1, 13: -0.02 }, 0.08),
  toGrid: { energyWh: 3000, hours: hours({ 11: 1e9, 12: 1.5e9, 13: 0.5e9 }) },
  ...changed,
});

describe('negativePricesOf', () => {
  test.each<[string, PricedDay[], ReturnType<typeof negativePricesOf>]>([
    ['values each hour at its own price', [day()], { hours: 2, energyWh: 2000, money: -0.16, byHour: 1 }],
    ['adds up days', [day(), day()], { hours: 4, energyWh: 4000, money: -0.32, byHour: 1 }],
    ['ignores an hour with a price of 0', [day({ sold: hours({ 12: 0 }, 0.08) })], null],
    ['returns null without days', [], null],
    [
      'counts a negative price at night without export',
      [day({ sold: hours({ 2: -0.1 }, 0.08) })],
      { hours: 1, energyWh: 0, money: 0, byHour: 1 },
    ],
    [
      'does not count an hour skipped by daylight saving time',
      [day({ lengthsH: hours({ 12: 0 }, 1) })],
      { hours: 1, energyWh: 500, money: -0.01, byHour: 1 },
    ],
    [
      'counts an hour repeated by daylight saving time twice',
      [day({ lengthsH: hours({ 12: 2 }, 1) })],
      { hours: 3, energyWh: 2000, money: -0.16, byHour: 1 },
    ],
    [
      'counts the elapsed part of the current hour',
      [day({ lengthsH: hours({ 13: 0.5, 14: 0 }, 1) })],
      { hours: 1.5, energyWh: 2000, money: -0.16, byHour: 1 },
    ],
    [
      'returns no energy without a meter',
      [day({ toGrid: null })],
      { hours: 2, energyWh: null, money: null, byHour: null },
    ],
    [
      'returns no energy where no hours are known',
      [day({ toGrid: { energyWh: 3000, hours: null } })],
      { hours: 2, energyWh: null, money: null, byHour: null },
    ],
    [
      'returns zero for a day without export',
      [day({ toGrid: { energyWh: 0, hours: null } })],
      { hours: 2, energyWh: 0, money: 0, byHour: 1 },
    ],
    [
      'reports the share of energy with known hours',
      [day(), day({ toGrid: { energyWh: 1000, hours: null } })],
      { hours: 4, energyWh: 2000, money: -0.16, byHour: 0.75 },
    ],
  ])('%s', (_, days, expected) => {
    const prices = negativePricesOf(days);
    expect(prices).toEqual(expected && { ...expected, money: expected.money && expect.closeTo(expected.money, 9) });
  });
});
