// The bars of a range follow its length, unless the user selects others that fit in a chart.
import { expect, test } from 'vitest';
import { barsOfRange, possibleBars } from './anyRange.ts';

test.each([
  ['2026-06-01', '2026-06-30', undefined, 'day'],
  ['2026-05-01', '2026-07-01', undefined, 'day'],
  ['2026-05-01', '2026-07-02', undefined, 'month'],
  ['2021-07-01', '2026-06-30', undefined, 'month'],
  ['2016-07-01', '2026-06-30', undefined, 'year'],
  ['2026-06-01', '2026-06-30', 'year', 'year'],
  ['2016-07-01', '2026-06-30', 'month', 'month'],
  // Ten years by day exceed the maximum of a chart.
  ['2016-07-01', '2026-06-30', 'day', 'year'],
] as const)('draws %s to %s, with %s selected, by %s', (from, to, selected, bars) => {
  expect(barsOfRange(from, to, selected)).toBe(bars);
});

test('offers only bars that fit in a chart, the finest first', () => {
  expect(possibleBars('2026-06-01', '2026-06-30')).toEqual(['day', 'month', 'year']);
  expect(possibleBars('2016-07-01', '2026-06-30')).toEqual(['month', 'year']);
  expect(possibleBars('1960-07-01', '2026-06-30')).toEqual(['year']);
});
