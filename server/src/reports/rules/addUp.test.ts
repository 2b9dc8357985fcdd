import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addUp } from './addUp.ts';

test('rounds the part nearest to the next Wh the other way where the sum would differ from the total', () => {
  expect(addUp([1000.3, 1000.45, null, 1000.4], 3001.15)).toEqual([1, 1.001, null, 1]);
  expect(addUp([1000.7, 1000.55, 1000.6], 3001.85)).toEqual([1.001, 1, 1.001]);
});

test('rounds each part by itself where they do not add up before rounding, or there is no total', () => {
  expect(addUp([1000.4, 1000.4, 1000.4], 4000)).toEqual([1, 1, 1]);
  expect(addUp([1000.4, null], null)).toEqual([1, null]);
});

test('adds up to the rounded total, with each part less than a Wh from its exact value', () => {
  const part = fc.option(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { nil: null });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 62 }), (parts) => {
      const totalWh = parts.reduce<number>((all, one) => all + (one ?? 0), 0);
      const kWh = addUp(parts, totalWh);
      const sumWh = kWh.reduce<number>((all, one) => all + Math.round((one ?? 0) * 1000), 0);
      expect(Math.abs(sumWh - totalWh)).toBeLessThan(0.51);
      for (const [index, one] of kWh.entries()) {
        const exact = parts[index];
        if (exact === null || exact === undefined) expect(one).toBeNull();
        else expect(Math.abs((one ?? Number.NaN) * 1000 - exact)).toBeLessThan(1.001);
      }
    }),
  );
});
