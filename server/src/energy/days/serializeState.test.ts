// Round trip of the stored aggregation state, also from earlier formats.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aggregateEnergyDays, type EnergySource, inOrder } from '../rules/deviceEnergy.ts';
import { maxStateBytes, parseState, serializeState } from './serializeState.ts';

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

test('restores any aggregation state unchanged', () => {
  fc.assert(
    fc.property(
      fc.array(sample, { minLength: 1, maxLength: 20 }),
      fc.constantFrom(...counters),
      fc.boolean(),
      (samples, counter, storesHours) => {
        const { carry } = aggregateEnergyDays(null, inOrder(samples), {
          ...source,
          counter,
          hoursFrom: storesHours ? '2026-06-03' : null,
        });
        const text = serializeState(carry!);
        expect(text).not.toContain('\n');
        expect(parseState(text)).toEqual(carry);
        expect(parseState(JSON.stringify(carry))).toEqual(carry);
      },
    ),
  );
});

test('reads a state stored without a grace budget as one with the full grace', () => {
  const before =
    '[1780000000000,200,0,"2026-05-28",5000000,0,3600000,200,1780000000000,1779990000000,1780000000000,9,0';
  expect(parseState(`${before}]`)).toMatchObject({ graceMicroWh: null, counter: null, open: { samples: 9 } });
  const counter = { readAtMs: 1780000000000, readMicroWh: 5000000, levelMicroWh: 5000000, levelAtMs: 1780000000000 };
  const carry = parseState(`${before},1780000000000,5000000,5000000,1780000000000]`);
  expect(carry).toMatchObject({ graceMicroWh: null, counter });
  expect(parseState(serializeState({ ...carry, graceMicroWh: 12 }))).toMatchObject({ graceMicroWh: 12, counter });
  expect(parseState(serializeState({ ...carry, counter: null, graceMicroWh: 12 }))).toMatchObject({
    counter: null,
    graceMicroWh: 12,
  });
  const { days } = aggregateEnergyDays(carry, [{ atMs: 1780000300000, powerW: 200, counterWh: 21.6 }], source);
  expect(days[0]!.energyWh).toBeCloseTo(21.6, 6);
});

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.maxSafeInteger(),
  fc.nat(1_000),
  fc.constantFrom(0, -1, 999_999_999, 1_000_000_000, 1_000_000_001, 1e17, 1e21, -1.2345678901234567e-100),
);

test('writes each number as JSON does, within the reserved size', () => {
  const { carry } = aggregateEnergyDays(null, [{ atMs: 1780000000000, powerW: 200, counterWh: 20 }], source);
  const hours = new Array<number>(24).fill(-1.2345678901234567e-100);
  fc.assert(
    fc.property(fc.array(number, { minLength: 15, maxLength: 15 }), (numbers) => {
      const [atMs, powerW, energyMicroWh, integratedMicroWh, coveredMs, peakW, peakAtMs, firstAtMs] =
        numbers as number[];
      const [lastAtMs, samples, readAtMs, readMicroWh, levelMicroWh, levelAtMs, graceMicroWh] = numbers.slice(
        8,
      ) as number[];
      const state = {
        ...carry!,
        atMs: atMs!,
        powerW: powerW!,
        graceMicroWh: graceMicroWh!,
        counter: {
          kind: 'lifetime' as const,
          readAtMs: readAtMs!,
          readMicroWh: readMicroWh!,
          levelMicroWh: levelMicroWh!,
          levelAtMs: levelAtMs!,
        },
        open: {
          ...carry!.open,
          energyMicroWh: energyMicroWh!,
          integratedMicroWh: integratedMicroWh!,
          coveredMs: coveredMs!,
          peakW: peakW!,
          peakAtMs: peakAtMs!,
          firstAtMs: firstAtMs!,
          lastAtMs: lastAtMs!,
          samples: samples!,
          hours,
        },
      };
      const text = serializeState(state);
      expect(text.length).toBeLessThanOrEqual(maxStateBytes(state));
      // JSON has no minus zero.
      expect(parseState(text)).toEqual(JSON.parse(JSON.stringify(state)));
    }),
  );
});
