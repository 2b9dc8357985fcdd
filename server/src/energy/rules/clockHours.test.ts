// Energy by the hour of a plant's clock: on days of 23, 24 and 25 hours, of half an hour's change, and where midnight is skipped.
import { expect, test } from 'vitest';
import { dayBounds } from '../../platform/calendar/rules/localDays.ts';
import { addToHours, noHours } from './clockHours.ts';

/** A microwatt-hour each second of the day. */
function wholeDay(day: string, timeZone: string) {
  const { startMs, endMs } = dayBounds(day, timeZone);
  const sum = { hours: noHours() };
  addToHours(sum, (endMs - startMs) / 1000, startMs, endMs, timeZone);
  return sum.hours;
}
const HOUR = 3600;
const plain = () => noHours().map(() => HOUR);

test.each([
  ['a plain day', '2026-06-10', 'Europe/Berlin', {}],
  ['a zone off by three quarters', '2026-06-10', 'Asia/Kathmandu', {}],
  ['23 hours: the skipped one has nothing', '2026-03-29', 'Europe/Berlin', { 2: 0 }],
  ['25 hours: the one shown twice has both', '2026-10-25', 'Europe/Berlin', { 2: 2 * HOUR }],
  ['half an hour more', '2026-04-05', 'Australia/Lord_Howe', { 1: 1.5 * HOUR }],
  ['half an hour less', '2026-10-04', 'Australia/Lord_Howe', { 2: 0.5 * HOUR }],
  ['a day that begins at one', '2018-11-04', 'America/Sao_Paulo', { 0: 0 }],
])('%s', (_, day, timeZone, others) => {
  expect(wholeDay(day, timeZone)).toEqual(Object.assign(plain(), others));
});

test('a time over the full hour is shared by its minutes, to the last microwatt-hour', () => {
  const { startMs } = dayBounds('2026-06-10', 'Europe/Berlin');
  const sum = { hours: noHours() };
  addToHours(sum, 1001, startMs + 50 * 60_000, startMs + 80 * 60_000, 'Europe/Berlin');
  expect(sum.hours.slice(0, 3)).toEqual([334, 667, 0]);
  addToHours(sum, 5, startMs + 80 * 60_000, startMs + 80 * 60_000, 'Europe/Berlin');
  expect(sum.hours[1]).toBe(672);
});

test('a dawn that is no whole millisecond, on a day on which the clock is changed', () => {
  const { startMs } = dayBounds('2026-03-29', 'Europe/Berlin');
  const sum = { hours: noHours() };
  addToHours(sum, 200_000, startMs + 5.5 * 3_600_000 + 0.37, startMs + 6.25 * 3_600_000, 'Europe/Berlin');
  expect(sum.hours.reduce((all, hour) => all + hour, 0)).toBe(200_000);
  expect([sum.hours[6]! > 0, sum.hours[7]! > 0, sum.hours[5]]).toEqual([true, true, 0]);
});

test('nothing is kept where hours are not', () => {
  const sum: { hours?: number[] } = {};
  addToHours(sum, 1000, 0, 3_600_000, 'Europe/Berlin');
  expect(sum).toEqual({});
});
