// Usable capacity from the state of charge and the power of slots.
import { expect, test } from 'vitest';
import { usableCapacityWh } from './batteryCapacity.ts';

const STEP_S = 900;
const { NaN: none } = Number;
/** Discharges with 2 kW from `from` to `to` per cent of 10 kWh: 5 % a slot. */
const falling = (from: number, to: number) => Array.from({ length: (from - to) / 5 + 1 }, (_, slot) => from - 5 * slot);
const constant = (watts: number, of: ArrayLike<unknown>) => Array.from({ length: of.length }, () => watts);

test('divides the energy by the share of the charge that it took', () => {
  const soc = falling(90, 20);
  expect(usableCapacityWh(soc, constant(2_000, soc), STEP_S)).toBeCloseTo(10_000);
  // A reversed sign changes nothing.
  expect(usableCapacityWh(soc, constant(-2_000, soc), STEP_S)).toBeCloseTo(10_000);
});

test('leaves out charging, idling and short discharges', () => {
  const soc = [...falling(90, 20), 20, 20, 30, 60, 95, 90, 95];
  const power = [...constant(2_000, falling(90, 20)), 0, 0, 9_000, 9_000, 9_000, 9_000, 9_000];
  expect(usableCapacityWh(soc, power, STEP_S)).toBeCloseTo(10_000);
});

test.each<[string, number[], number[]]>([
  ['nothing was reported', [], []],
  ['no discharge went far enough', falling(50, 25), constant(2_000, falling(50, 25))],
  ['the power is unknown', falling(90, 20), constant(none, falling(90, 20))],
  ['the state of charge is unknown', constant(none, falling(90, 20)), constant(2_000, falling(90, 20))],
])('is unknown if %s', (_, soc, power) => {
  expect(usableCapacityWh(soc, power, STEP_S)).toBeNull();
});

test('does not bridge a gap', () => {
  const soc = [...falling(90, 50), none, ...falling(45, 20)];
  const power = [...constant(2_000, falling(90, 50)), none, ...constant(2_000, falling(45, 20))];
  expect(usableCapacityWh(soc, power, STEP_S)).toBeCloseTo(10_000);
});
