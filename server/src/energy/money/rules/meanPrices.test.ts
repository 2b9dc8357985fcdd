// Mean prices of a day with hourly prices.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hoursOfDay, meanPrices } from './meanPrices.ts';

const day = (price: (hour: number) => number) => Array.from({ length: 24 }, (_, hour) => price(hour));
const of = (hours: number[] | null) => ({
  energyWh: hours ? hours.reduce((sum, energy) => sum + energy, 0) / 1e6 : 7,
  hours,
});
const NIGHT = day((hour) => (hour < 6 ? 0.1 : 0.3));
const SOLD = day(() => 0.08);

test('computes a mean price per use: imports at night, own use by day', () => {
  const fromGrid = of(day((hour) => (hour === 2 ? 3e6 : hour === 20 ? 1e6 : 0)));
  const production = of(day((hour) => (hour === 5 || hour === 12 ? 2e6 : 0)));
  const toGrid = of(day((hour) => (hour === 12 ? 1e6 : 0)));
  const means = meanPrices({ production, fromGrid, toGrid }, { bought: NIGHT, sold: SOLD, ownUseShare: 0.25 });
  expect(means.bought).toBeCloseTo((3 * 0.1 + 0.3) / 4, 12);
  expect(means.own).toBeCloseTo((2 * 0.1 + 0.3) / 3, 12);
  expect(means.sold).toBeCloseTo(0.08, 12);
  expect(means.worth).toBeCloseTo(0.25 * 0.2 + 0.75 * 0.08, 12);
  expect(means).toMatchObject({ energyWh: 9, hoursWh: 9 });
});

test('values a day without known hours at its plain mean and reports no hours', () => {
  const means = meanPrices(
    { production: of(null), fromGrid: null, toGrid: null },
    { bought: NIGHT, sold: SOLD, ownUseShare: null },
  );
  for (const mean of [means.bought, means.own, means.worth]) expect(mean).toBeCloseTo(0.25, 12);
  expect(means).toMatchObject({ energyWh: 7, hoursWh: 0 });
});

test('starts a week of prices on Monday', () => {
  const week = Array.from({ length: 168 }, (_, hour) => hour);
  expect(hoursOfDay(week, '2026-06-15')[0]).toBe(0);
  expect(hoursOfDay(week, '2026-06-21')).toEqual(Array.from({ length: 24 }, (_, hour) => 144 + hour));
});

test('keeps a mean between the lowest and the highest price of the hours', () => {
  const hours = fc.array(fc.integer({ min: 0, max: 1e10 }), { minLength: 24, maxLength: 24 });
  const prices = fc.array(fc.double({ min: 0, max: 2, noNaN: true }), { minLength: 24, maxLength: 24 });
  fc.assert(
    fc.property(hours, hours, hours, prices, (produced, bought, exported, list) => {
      const energies = { production: of(produced), fromGrid: of(bought), toGrid: of(exported) };
      const means = meanPrices(energies, { bought: list, sold: list, ownUseShare: 0.5 });
      for (const mean of [means.bought, means.own, means.sold, means.worth]) {
        expect(mean).toBeGreaterThanOrEqual(Math.min(...list) - 1e-9);
        expect(mean).toBeLessThanOrEqual(Math.max(...list) + 1e-9);
      }
    }),
  );
});
