// rules/mailTimes: by the plant's own clock, once a turn, on days of 23 and 25 hours, however long nobody looked.
import { expect, test } from 'vitest';
import { dueMails, dueReports, isWithin, localHour, type ReportMail } from './mailTimes.ts';

const ALL: ReportMail[] = ['daily', 'weekly', 'monthly'];
const never = { daily: null, weekly: null, monthly: null };
const due = (iso: string, timezone: string, hour: number, done: Parameters<typeof dueReports>[0]['done'] = never) =>
  dueReports({ hour, done }, ALL, { atMs: Date.parse(iso), timezone });

test('the plant’s time zone says when it is seven', () => {
  const at = '2026-06-15T05:00:00Z';
  expect(dueMails(Date.parse(at), 'Europe/Berlin', 7).daily).toBe('2026-06-15');
  expect(dueMails(Date.parse(at), 'Europe/London', 7).daily).toBe('2026-06-14');
  expect(dueMails(Date.parse(at), 'Pacific/Auckland', 7).daily).toBe('2026-06-15');
  expect(dueMails(Date.parse(at), 'America/Los_Angeles', 7).daily).toBe('2026-06-14');
});

test('reports are of the day, the week and the month before', () => {
  expect(due('2026-06-01T05:00:00Z', 'Europe/Berlin', 7)).toEqual([
    { mail: 'daily', on: '2026-06-01', from: '2026-05-31', to: '2026-05-31' },
    // 1 June 2026 is a Monday.
    { mail: 'weekly', on: '2026-06-01', from: '2026-05-25', to: '2026-05-31' },
    { mail: 'monthly', on: '2026-06-01', from: '2026-05-01', to: '2026-05-31' },
  ]);
});

test('once a turn: what was decided on is not due again, also in the hour that comes twice', () => {
  const done = { daily: '2026-10-25', weekly: '2026-10-19', monthly: '2026-10-01' };
  // 25 October 2026: from 3:00 back to 2:00 in Berlin.
  expect(due('2026-10-25T00:30:00Z', 'Europe/Berlin', 2)[0]).toMatchObject({ on: '2026-10-25' });
  expect(due('2026-10-25T00:59:00Z', 'Europe/Berlin', 2, done)).toEqual([]);
  expect(due('2026-10-25T01:30:00Z', 'Europe/Berlin', 2, done)).toEqual([]);
});

test('an hour that the clock jumps over has come with the next one', () => {
  // 29 March 2026: from 2:00 to 3:00.
  const done = { daily: '2026-03-28', weekly: '2026-03-23', monthly: '2026-03-01' };
  expect(due('2026-03-29T00:59:00Z', 'Europe/Berlin', 2, done)).toEqual([]);
  expect(localHour(Date.parse('2026-03-29T01:00:00Z'), 'Europe/Berlin')).toBe(3);
  expect(due('2026-03-29T01:00:00Z', 'Europe/Berlin', 2, done)).toMatchObject([{ mail: 'daily', on: '2026-03-29' }]);
});

test('after days without a server each kind comes once', () => {
  const done = { daily: '2026-06-01', weekly: '2026-06-01', monthly: '2026-06-01' };
  expect(due('2026-06-18T12:00:00Z', 'Europe/Berlin', 7, done)).toEqual([
    { mail: 'daily', on: '2026-06-18', from: '2026-06-17', to: '2026-06-17' },
    { mail: 'weekly', on: '2026-06-15', from: '2026-06-08', to: '2026-06-14' },
  ]);
});

test.each([
  [8, 8, 17, true],
  [16, 8, 17, true],
  [17, 8, 17, false],
  [7, 8, 17, false],
  [23, 22, 6, true],
  [5, 22, 6, true],
  [6, 22, 6, false],
  [3, 9, 9, true],
  [23, 0, 24, true],
])('at %i in a window from %i to %i: %s', (hour, start, end, within) => {
  expect(isWithin(hour, start, end)).toBe(within);
});
