// A range's bars suit its length, unless others are chosen that can be drawn.
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
  // Ten years by day are more than a chart takes.
  ['2016-07-01', '2026-06-30', 'day', 'year'],
] as const)('%s to %s, %s chosen: by %s', (from, to, chosen, bars) => {
  expect(barsOfRange(from, to, chosen)).toBe(bars);
});

test('what can be drawn of it', () => {
  expect(possibleBars('2026-06-01', '2026-06-30')).toEqual(['day', 'month', 'year']);
  expect(possibleBars('2016-07-01', '2026-06-30')).toEqual(['month', 'year']);
  expect(possibleBars('1960-07-01', '2026-06-30')).toEqual(['year']);
});
