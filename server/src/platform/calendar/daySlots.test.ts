// Tests that the slots of a day have the local times of the calendar, on days of 23, 24 and 25 hours and in zones of half hours.
import { CHART_STEPS_MIN } from '@heliograph/contract/limits.ts';
import { expect, test } from 'vitest';
import { slotsOf, slotsOfDays } from './daySlots.ts';
import { isoAt, wireClock } from './times.ts';

test.each([
  ['2026-06-15', 'Europe/Berlin', 24],
  ['2026-03-29', 'Europe/Berlin', 23],
  ['2026-10-25', 'Europe/Berlin', 25],
  ['2026-06-15', 'America/St_Johns', 24],
  ['2026-10-04', 'Australia/Lord_Howe', 23.5],
  ['2026-04-24', 'Africa/Cairo', 23],
  ['2026-06-15', 'UTC', 24],
])('labels the slots of %s in %s by the local clock', (day, zone, hours) => {
  for (const minutes of CHART_STEPS_MIN) {
    const { fromMs, toMs, count, xAxisData, xAxisIso } = slotsOf(day, zone, minutes * 60);
    expect((toMs - fromMs) / 3_600_000).toBe(hours);
    const starts = Array.from({ length: count }, (_, n) => fromMs + n * minutes * 60_000);
    expect(count).toBe(Math.ceil((hours * 60) / minutes));
    expect(xAxisData).toEqual(starts.map((ms) => wireClock(ms, zone)));
    expect(xAxisIso).toEqual(starts.map((ms) => isoAt(ms, zone)));
  }
});

test('labels the slots of several days with their day', () => {
  const { count, xAxisData, xAxisIso } = slotsOfDays(['2026-06-15', '2026-06-16'], 'Europe/Berlin', 3600);
  expect(count).toBe(48);
  expect([xAxisData[0], xAxisData[47]]).toEqual(['15/06/2026 00:00', '16/06/2026 23:00']);
  expect(xAxisIso[24]).toBe('2026-06-16T00:00:00+02:00');
  expect(slotsOf('2026-06-16', 'Europe/Berlin', 3600).xAxisData[0]).toBe('00:00');
});
