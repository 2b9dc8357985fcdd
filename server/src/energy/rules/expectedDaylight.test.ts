// Expected seconds of several days equal the sum of the single days, also across years.
import { expect, test } from 'vitest';
import { eachDay } from '../../platform/calendar/rules/localDays.ts';
import { expectedSeconds } from './expectedDaylight.ts';

const location = { latitude: 52.5, longitude: 13.4, timezone: 'Europe/Berlin' };
const today = '2025-03-02';
const nowMs = Date.parse('2025-03-02T12:00:00Z');

test.each([
  ['2023-12-30', '2024-01-02'],
  ['2024-02-27', '2024-03-02'],
  ['2022-06-15', '2025-02-11'],
  ['2025-02-27', '2025-03-09'],
])('sums the days from %s to %s', (from, to) => {
  const each = eachDay(from, to).map((day) => expectedSeconds(day, day, location, today, nowMs));
  const sum = each.reduce((all, seconds) => all + seconds, 0);
  expect(sum).toBeGreaterThan(0);
  expect(expectedSeconds(from, to, location, today, nowMs)).toBeCloseTo(sum, 6);
});

test('expects nothing of future days', () => {
  expect(expectedSeconds('2025-03-03', '2026-01-05', location, today, nowMs)).toBe(0);
});
