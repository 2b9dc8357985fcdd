// Energy by the hour of a plant's clock: days of 23, 24 and 25 hours, half-hour changes, and skipped midnights.
import { expect, test } from 'vitest';
import { dayBounds } from '../../platform/calendar/rules/localDays.ts';
import { addToHours, noHours } from './clockHours.ts';

/** Hours of a day with one microwatt-hour per second. */
function wholeDay(day: string, timeZone: string) {
  const { startMs, endMs } = dayBounds(day, timeZone);
  const sum = { hours: noHours() };
  addToHours(sum, (endMs - startMs) / 1000, startMs, endMs, timeZone);
  return sum.hours;
}
const HOUR = 3600;
const plain = () => noHours().map(() => HOUR);

test.each([
  ['a day of 24 hours', '2026-06-10', 'Europe/Berlin', {}],
  ['a zone with an offset of three quarters of an hour', '2026-06-10', 'Asia/Kathmandu', {}],
  ['a day of 23 hours, with nothing in the skipped one', '2026-03-29', 'Europe/Berlin', { 2: 0 }],
  ['a day of 25 hours, with both in the repeated one', '2026-10-25', 'Europe/Berlin', { 2: 2 * HOUR }],
  ['a day with half an hour more', '2026-04-05', 'Australia/Lord_Howe', { 1: 1.5 * HOUR }],
  ['a day with half an hour less', '2026-10-04', 'Australia/Lord_Howe', { 2: 0.5 * HOUR }],
  ['a day that starts at one o’clock', '2018-11-04', 'America/Sao_Paulo', { 0: 0 }],
])('splits %s', (_, day, timeZone, others) => {
  expect(wholeDay(day, timeZone)).toEqual(Object.assign(plain(), others));
});

test('splits a time across the full hour by its minutes, exact to the microwatt-hour', () => {
  const { startMs } = dayBounds('2026-06-10', 'Europe/Berlin');
  const sum = { hours: noHours() };
  addToHours(sum, 1001, startMs + 50 * 60_000, startMs + 80 * 60_000, 'Europe/Berlin');
  expect(sum.hours.slice(0, 3)).toEqual([334, 667, 0]);
  addToHours(sum, 5, startMs + 80 * 60_000, startMs + 80 * 60_000, 'Europe/Berlin');
  expect(sum.hours[1]).toBe(672);
});

test('accepts a dawn at a fraction of a millisecond on a day of a clock change', () => {
  const { startMs } = dayBounds('2026-03-29', 'Europe/Berlin');
  const sum = { hours: noHours() };
  addToHours(sum, 200_000, startMs + 5.5 * 3_600_000 + 0.37, startMs + 6.25 * 3_600_000, 'Europe/Berlin');
  expect(sum.hours.reduce((all, hour) => all + hour, 0)).toBe(200_000);
  expect([sum.hours[6]! > 0, sum.hours[7]! > 0, sum.hours[5]]).toEqual([true, true, 0]);
});

test('adds nothing where hours are not stored', () => {
  const sum: { hours?: number[] } = {};
  addToHours(sum, 1000, 0, 3_600_000, 'Europe/Berlin');
  expect(sum).toEqual({});
});
