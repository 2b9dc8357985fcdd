// Shares of a device's day: by counters that fit, else by power, always adding up to the whole.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type InputDay, inputDays, inputsToRead, sharesOf } from './moduleShares.ts';

const day = (...values: [counted: number | null, power: number | null][]): InputDay[] =>
  values.map(([countedWh, powerSum], n) => ({ input: (n + 1) as 1, countedWh, powerSum }));
const shares = (deviceWh: number, inputs: InputDay[], stepWh = 1) => {
  const result = sharesOf(deviceWh, inputs, stepWh);
  return result && [result.basis, ...result.byInput.values()];
};

test.each([
  ['no input', 1000, day(), null],
  ['one input, which has all of it', 1000, day([12, null]), ['whole', 1]],
  ['counters that fit', 1000, day([600, 1], [400, 9]), ['counted', 0.6, 0.4]],
  ['counters within a twentieth and one step each', 1000, day([640, 1], [410, 9]), ['counted', 640 / 1050, 410 / 1050]],
  ['counters reset at noon, so that power decides', 1000, day([300, 3], [100, 5]), ['integrated', 0.375, 0.625]],
  ['an input without a counter', 1000, day([700, 1], [null, 3]), ['integrated', 0.25, 0.75]],
  ['only power, with one input in the dark', 1000, day([null, 8], [null, 0]), ['integrated', 1, 0]],
  ['an input without power values', 1000, day([null, 8], [10, null]), ['integrated', 1, 0]],
  ['counters that do not fit, and no power', 1000, day([300, null], [100, null]), ['counted', 0.75, 0.25]],
  ['a day without energy', 0, day([null, 0], [null, 0]), ['integrated', 0, 0]],
  [
    'a day without energy that still has the counters of yesterday',
    0,
    day([900, 0], [800, 0]),
    ['counted', 900 / 1700, 800 / 1700],
  ],
  ['energy that no input measured', 1000, day([0, 0], [0, 0]), null],
])('shares out a day with %s', (_name, deviceWh, inputs, expected) => {
  const result = shares(deviceWh, inputs);
  if (expected === null) expect(result).toBeNull();
  else expect(result).toEqual(expected.map((entry) => (typeof entry === 'number' ? expect.closeTo(entry, 9) : entry)));
});

test('makes modules add up to their device for any values', () => {
  const value = fc.option(fc.double({ min: 0, max: 1e5, noNaN: true }), { nil: null });
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1e6, noNaN: true }),
      fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 16 }),
      (deviceWh, inputs) => {
        const result = sharesOf(deviceWh, day(...inputs), 0.2);
        if (!result) return;
        const sum = [...result.byInput.values()].reduce((all, share) => all + share * deviceWh, 0);
        expect(sum).toBeCloseTo(deviceWh, 3);
        expect([...result.byInput.values()].every((share) => share >= 0 && share <= 1)).toBe(true);
      },
    ),
  );
});

test('sums the power of inputs between two slots and returns the last reading of their counters', () => {
  const NONE = Number.NaN;
  const mean = { input1PowerW: Float64Array.of(9, 100, NONE, 50), input2PowerW: Float64Array.of(9, NONE, NONE, NONE) };
  const max = { input1CounterWh: Float64Array.of(900, 10, 12, NONE) };
  expect(inputDays({ mean, max }, [1, 2], 2, 1, 4)).toEqual([{ input: 1, countedWh: 12, powerSum: 150 }]);
});

test('shares the power of a device between two inputs that report only currents', () => {
  const mean = {
    powerW: Float64Array.of(300, 200, 0),
    input1CurrentA: Float64Array.of(2, 1, 0),
    input2CurrentA: Float64Array.of(1, 1, 0),
  };
  expect(inputDays({ mean, max: {} }, [1, 2], 2, 0, 3)).toEqual([
    { input: 1, countedWh: null, powerSum: 300 },
    { input: 2, countedWh: null, powerSum: 200 },
  ]);
});

test('reads as many inputs as the product has, or as the device ever reported', () => {
  expect(inputsToRead(2, {})).toEqual([1, 2]);
  expect(inputsToRead(0, {})).toEqual([]);
  expect(inputsToRead(0, { input3VoltageV: null, powerW: 1 })).toEqual([1, 2, 3]);
});
