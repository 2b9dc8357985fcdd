// Tests the next clock change of a plant: forward, back, at midnight, never.
import { expect, test } from 'vitest';
import { nextClockMove } from './clockChange.ts';

const AT = Date.parse('2026-11-23T12:00:00Z');

test.each<[string, string, object | null]>([
  ['Europe/Berlin', '2026-11-23T12:00:00Z', { day: '2027-03-28', atMin: 120, byMin: 60 }],
  ['Europe/Berlin', '2027-03-28T01:00:00Z', { day: '2027-10-31', atMin: 180, byMin: -60 }],
  ['America/New_York', '2026-11-23T12:00:00Z', { day: '2027-03-14', atMin: 120, byMin: 60 }],
  ['Australia/Lord_Howe', '2026-11-23T12:00:00Z', { day: '2027-04-04', atMin: 120, byMin: -30 }],
  // Back from midnight to 23:00: the previous day is the longer one.
  ['Africa/Cairo', '2026-07-01T00:00:00Z', { day: '2026-10-29', atMin: 1440, byMin: -60 }],
  // Forward from midnight: the day begins at 01:00.
  ['Africa/Cairo', '2026-11-23T12:00:00Z', { day: '2027-04-30', atMin: 0, byMin: 60 }],
  ['Asia/Tokyo', '2026-11-23T12:00:00Z', null],
  ['UTC', '2026-11-23T12:00:00Z', null],
])('finds the next clock change of %s after %s', (zone, after, move) => {
  expect(nextClockMove(zone, Date.parse(after))).toEqual(move);
});

test('returns a clock change later than the given instant', () => {
  const move = nextClockMove('Europe/Berlin', AT)!;
  expect(Date.parse(move.day)).toBeGreaterThan(AT);
});
