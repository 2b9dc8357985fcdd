// First row of the table of a day's chart: sunrise, or the first value if that is earlier; never in the middle of the day.
import { expect, test } from 'vitest';
import { firstRow } from './PowerChart.tsx';

const xAxisIso = Array.from({ length: 24 }, (_, n) => `2026-06-15T${String(n).padStart(2, '0')}:00:00+02:00`);
const line = (from: number) => ({
  name: 'Production',
  unit: 'W',
  stack: '' as const,
  data: xAxisIso.map((_, slot) => (slot < from ? null : slot)),
});
const sun = { rise: '2026-06-15T05:32:00+02:00', set: '2026-06-15T21:12:00+02:00' };
const NEVER = 99;

test.each([
  ['values from sunrise on', [line(5)], sun, 5],
  ['values that start late', [line(9)], sun, 5],
  ['no value at all', [line(NEVER)], sun, 5],
  ['a value before sunrise', [line(3)], sun, 3],
  ['several lines, one of which begins at night', [line(8), line(0)], sun, 0],
  ['a day without a sunrise', [line(10)], { rise: null, set: null }, 0],
  ['a sunrise before the shown part of the day', [line(0)], { ...sun, rise: '2026-06-14T23:50:00+02:00' }, 0],
])('the first row is correct for %s', (_case, series, sunTimes, row) => {
  expect(firstRow({ series, xAxisIso, sun: sunTimes })).toBe(row);
});
