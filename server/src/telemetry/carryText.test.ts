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
  counterDayWh: fc.option(fc.double({ min: 0, max: 3_000, noNaN: true }), { freq: 1 }),
  counterLifeWh: fc.option(fc.double({ min: 90_000, max: 93_000, noNaN: true }), { freq: 1 }),
  imported: fc.boolean(),
});

const counters = ['daily', 'lifetime', 'none'] as const;

test('any state of the fold comes back equal', () => {
  fc.assert(
    fc.property(
      fc.array(sample, { minLength: 1, maxLength: 20 }),
      fc.constantFrom(...counters),
      fc.boolean(),
      (samples, counter, keepsHours) => {
        const { carry } = foldDays(null, inOrder(samples), {
          ...{ ...source, counter },
          hoursFrom: keepsHours ? '2026-06-03' : null,
        });
        const text = carryText(carry!);
        expect(text).not.toContain('\n');
        expect(carryFromText(text)).toEqual(carry);
        expect(carryFromText(JSON.stringify(carry))).toEqual(carry);
      },
    ),
  );
});

test('what was stored before there was a budget is read with all of the grace', () => {
  const before =
    '[1780000000000,200,0,"2026-05-28",5000000,0,3600000,200,1780000000000,1779990000000,1780000000000,9,0';
  expect(carryFromText(`${before}]`)).toMatchObject({ graceMicroWh: null, counter: null, open: { samples: 9 } });
  const counter = { readAtMs: 1780000000000, readMicroWh: 5000000, levelMicroWh: 5000000, levelAtMs: 1780000000000 };
  const carry = carryFromText(`${before},1780000000000,5000000,5000000,1780000000000]`);
  expect(carry).toMatchObject({ graceMicroWh: null, counter });
  expect(carryFromText(carryText({ ...carry, graceMicroWh: 12 }))).toMatchObject({ graceMicroWh: 12, counter });
  expect(carryFromText(carryText({ ...carry, counter: null, graceMicroWh: 12 }))).toMatchObject({
    counter: null,
    graceMicroWh: 12,
  });
  const { days } = foldDays(carry, [{ atMs: 1780000300000, powerW: 200, counterWh: 21.6 }], source);
  expect(days[0]!.energyWh).toBeCloseTo(21.6, 6);
});
