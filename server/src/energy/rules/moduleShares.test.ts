// Shares of a device's day: by counters that fit, else by power, and always the whole of it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type InputDay, inputDays, inputsToRead, sharesOf } from './moduleShares.ts';

const day = (...told: [counted: number | null, power: number | null][]): InputDay[] =>
  told.map(([countedWh, powerSum], n) => ({ input: (n + 1) as 1, countedWh, powerSum }));
const shares = (deviceWh: number, told: InputDay[], stepWh = 1) => {
  const found = sharesOf(deviceWh, told, stepWh);
  return found && [found.basis, ...found.byInput.values()];
};

test.each([
  ['nothing is told', 1000, day(), null],
  ['one input has all of it, whatever it tells', 1000, day([12, null]), ['whole', 1]],
  ['counters that fit', 1000, day([600, 1], [400, 9]), ['counted', 0.6, 0.4]],
  ['counters within a twentieth and a step each', 1000, day([640, 1], [410, 9]), ['counted', 640 / 1050, 410 / 1050]],
  ['counters that started over at noon: power tells more', 1000, day([300, 3], [100, 5]), ['integrated', 0.375, 0.625]],
  ['one of them does not count', 1000, day([700, 1], [null, 3]), ['integrated', 0.25, 0.75]],
  ['power alone, one of them dark', 1000, day([null, 8], [null, 0]), ['integrated', 1, 0]],
  ['one tells no power at all', 1000, day([null, 8], [10, null]), ['integrated', 1, 0]],
  ['counters that do not fit, and no power', 1000, day([300, null], [100, null]), ['counted', 0.75, 0.25]],
  ['a day without energy', 0, day([null, 0], [null, 0]), ['integrated', 0, 0]],
  [
    'a day without energy, yesterday’s counters still shown',
    0,
    day([900, 0], [800, 0]),
    ['counted', 900 / 1700, 800 / 1700],
  ],
  ['energy that nobody tells of', 1000, day([0, 0], [0, 0]), null],
])('%s', (_what, deviceWh, told, expected) => {
  const found = shares(deviceWh, told);
  if (expected === null) expect(found).toBeNull();
  else expect(found).toEqual(expected.map((one) => (typeof one === 'number' ? expect.closeTo(one, 9) : one)));
});

test('whatever is told, modules sum to their device', () => {
  const told = fc.option(fc.double({ min: 0, max: 1e5, noNaN: true }), { nil: null });
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1e6, noNaN: true }),
      fc.array(fc.tuple(told, told), { minLength: 1, maxLength: 16 }),
      (deviceWh, inputs) => {
        const found = sharesOf(deviceWh, day(...inputs), 0.2);
        if (!found) return;
        const sum = [...found.byInput.values()].reduce((all, share) => all + share * deviceWh, 0);
        expect(sum).toBeCloseTo(deviceWh, 3);
        expect([...found.byInput.values()].every((share) => share >= 0 && share <= 1)).toBe(true);
      },
    ),
  );
});

test('what inputs told between two slots: the sum of their powers, and the counter as last read', () => {
  const NONE = Number.NaN;
  const mean = { input1PowerW: Float64Array.of(9, 100, NONE, 50), input2PowerW: Float64Array.of(9, NONE, NONE, NONE) };
  const max = { input1CounterWh: Float64Array.of(900, 10, 12, NONE) };
  expect(inputDays({ mean, max }, [1, 2], 2, 1, 4)).toEqual([{ input: 1, countedWh: 12, powerSum: 150 }]);
});

test('two inputs that tell currents alone share the power of their device', () => {
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

test('inputs that may have told something: as many as the product has, or it was ever heard to have', () => {
  expect(inputsToRead(2, {})).toEqual([1, 2]);
  expect(inputsToRead(0, {})).toEqual([]);
  expect(inputsToRead(0, { input3VoltageV: null, powerW: 1 })).toEqual([1, 2, 3]);
});
