// The stored state of the fold comes back as it was, also as it was written before.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type EnergySource, foldDays, inOrder } from '../rules/energy.ts';
import { carryFromText, carryText } from './carryText.ts';

const source: EnergySource = {
  counter: 'daily',
  wrapWh: 13_107.2,
  stepWh: 0.2,
  ratedPowerW: 400,
  timeZone: 'Europe/Berlin',
  latitude: 47.7,
  longitude: 9.2,
};

const sample = fc.record({
  atMs: fc.integer({ min: Date.parse('2026-06-01T00:00:00Z'), max: Date.parse('2026-06-05T00:00:00Z') }),
  powerW: fc.option(fc.double({ min: 0, max: 500, noNaN: true })),
  counterWh: fc.option(fc.double({ min: 0, max: 3_000, noNaN: true })),
  imported: fc.boolean(),
});

test('any state of the fold comes back equal', () => {
  fc.assert(
    fc.property(fc.array(sample, { minLength: 1, maxLength: 20 }), fc.boolean(), (samples, counts) => {
      const { carry } = foldDays(null, inOrder(samples), counts ? source : { ...source, counter: 'none' });
      const text = carryText(carry!);
      expect(text).not.toContain('\n');
      expect(carryFromText(text)).toEqual(carry);
      expect(carryFromText(JSON.stringify(carry))).toEqual(carry);
    }),
  );
});
