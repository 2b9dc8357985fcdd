// Tests mail times: by the plant's own clock, once per period, on days of 23 and 25 hours, and after any downtime.
import { expect, test } from 'vitest';
import { dueMails, dueReports, isWithin, localHour, type ReportMail } from './mailTimes.ts';

const ALL: ReportMail[] = ['daily', 'weekly', 'monthly'];
const never = { daily: null, weekly: null, monthly: null };
const due = (iso: string, timezone: string, hour: number, done: Parameters<typeof dueReports>[0]['done'] = never) =>
  dueReports({ hour, done }, ALL, { atMs: Date.parse(iso), timezone });

test('determines the hour in the time zone of the plant', () => {
  const at = '2026-06-15T05:00:00Z';
  expect(dueMails(Date.parse(at), 'Europe/Berlin', 7).daily).toBe('2026-06-15');
  expect(dueMails(Date.parse(at), 'Europe/London', 7).daily).toBe('2026-06-14');
  expect(dueMails(Date.parse(at), 'Pacific/Auckland', 7).daily).toBe('2026-06-15');
  expect(dueMails(Date.parse(at), 'America/Los_Angeles', 7).daily).toBe('2026-06-14');
});

test('covers the previous day, week and month in reports', () => {
  expect(due('2026-06-01T05:00:00Z', 'Europe/Berlin', 7)).toEqual([
    { mail: 'daily', on: '2026-06-01', from: '2026-05-31', to: '2026-05-31' },
    // 1 June 2026 is a Monday.
    { mail: 'weekly', on: '2026-06-01', from: '2026-05-25', to: '2026-05-31' },
    { mail: 'monthly', on: '2026-06-01', from: '2026-05-01', to: '2026-05-31' },
  ]);
});

test('makes each report due once, also in the repeated hour of a clock change', () => {
  const done = { daily: '2026-10-25', weekly: '2026-10-19', monthly: '2026-10-01' };
  // 25 October 2026: from 3:00 back to 2:00 in Berlin.
  expect(due('2026-10-25T00:30:00Z', 'Europe/Berlin', 2)[0]).toMatchObject({ on: '2026-10-25' });
  expect(due('2026-10-25T00:59:00Z', 'Europe/Berlin', 2, done)).toEqual([]);
  expect(due('2026-10-25T01:30:00Z', 'Europe/Berlin', 2, done)).toEqual([]);
});

test('makes a report due in the next hour when the clock skips its hour', () => {
  // 29 March 2026: from 2:00 to 3:00.
  const done = { daily: '2026-03-28', weekly: '2026-03-23', monthly: '2026-03-01' };
  expect(due('2026-03-29T00:59:00Z', 'Europe/Berlin', 2, done)).toEqual([]);
  expect(localHour(Date.parse('2026-03-29T01:00:00Z'), 'Europe/Berlin')).toBe(3);
  expect(due('2026-03-29T01:00:00Z', 'Europe/Berlin', 2, done)).toMatchObject([{ mail: 'daily', on: '2026-03-29' }]);
});

test('makes each kind of report due once after days without a server', () => {
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
])('checks that hour %i is within the window from %i to %i: %s', (hour, start, end, within) => {
  expect(isWithin(hour, start, end)).toBe(within);
});
