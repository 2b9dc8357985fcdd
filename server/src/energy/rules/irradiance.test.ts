// Irradiation of days with night offsets, gaps, several sensors, and sensors that are stuck.
import { sunPosition } from '@heliograph/contract/sun.ts';
import { expect, test } from 'vitest';
import { irradiationOfDay, stuckPeriods } from './irradiance.ts';

const STEP_S = 900;
/** A winter day in Colorado. */
const sunDeg = Float64Array.from(
  { length: 96 },
  (_, slot) => sunPosition(Date.parse('2022-01-03T07:00:00Z') + (slot + 0.5) * 900_000, 39.74, -105.17).elevationDeg,
);
/** Follows the sun, with clouds. */
const clear = sunDeg.map((deg, slot) =>
  deg > 0 ? 1000 * Math.sin((deg * Math.PI) / 180) * (0.8 + 0.2 * Math.sin(slot)) : 0,
);
const sumWhM2 = clear.reduce((sum, watts) => sum + watts / 4, 0);
const nightless = clear.map((watts, slot) => (sunDeg[slot]! > 0 ? watts : Number.NaN));

test.each<[string, Float64Array[], number | null]>([
  ['a sensor that reports all day', [clear], sumWhM2],
  ['a sensor with an offset below zero at night', [clear.map((watts) => watts || -1.9)], sumWhM2],
  ['a sensor without a reading at night', [nightless], sumWhM2],
  ['two sensors, one of them silent', [clear, clear.map(() => Number.NaN)], sumWhM2],
  [
    'no reading at noon for two hours',
    [clear.map((watts, slot) => (slot >= 46 && slot < 54 ? Number.NaN : watts))],
    null,
  ],
  ['a sensor that is stuck from ten o’clock on', [clear.map((watts, slot) => (slot >= 40 ? 311 : watts))], null],
  ['a stuck sensor beside a sound one', [clear.map(() => 311), clear], sumWhM2],
  ['no sensor', [], null],
])('adds up the light of a day of %s', (_, sensors, whM2) => {
  const sum = irradiationOfDay(sensors, sunDeg, STEP_S);
  if (whM2 === null) expect(sum).toBeNull();
  else expect(sum! / whM2).toBeCloseTo(1, 2);
});

test('finds the hours by day in which a sensor reports one value, and none at night or in two hours of it', () => {
  const stuck = (from: number, to: number) => clear.map((watts, slot) => (slot >= from && slot < to ? 120.5 : watts));
  expect(stuckPeriods(stuck(44, 57), sunDeg, STEP_S)).toEqual([{ from: 44, to: 57 }]);
  expect(stuckPeriods(stuck(44, 52), sunDeg, STEP_S)).toEqual([]);
  expect(stuckPeriods(stuck(0, 26), sunDeg, STEP_S)).toEqual([]);
  const withGaps = stuck(44, 57).map((watts, slot) => (slot % 3 === 0 ? Number.NaN : watts));
  expect(stuckPeriods(withGaps, sunDeg, STEP_S)).toEqual([{ from: 44, to: 57 }]);
});
