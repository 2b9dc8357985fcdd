// Tests local days, unusual time zones first.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isQuick, sampled } from '../../../../test/sampling.ts';
import { allTimezones } from '../../places/rules/countries.ts';
import {
  addDays,
  addMonths,
  dayAt,
  dayEndMs,
  dayLengthSeconds,
  dayStartMs,
  daysBetween,
  eachDay,
  eachMonth,
  lastDayOfMonth,
  localDay,
  monthOf,
} from './localDays.ts';

const iso = (ms: number): string => new Date(ms).toISOString();

describe('start of a day', () => {
  it.each([
    ['half an hour', 'Asia/Kolkata', '2026-05-30', '2026-05-29T18:30:00.000Z', 24],
    ['three quarters', 'Asia/Kathmandu', '2026-05-30', '2026-05-29T18:15:00.000Z', 24],
    ['three quarters in the west of Australia', 'Australia/Eucla', '2026-05-30', '2026-05-29T15:15:00.000Z', 24],
    ['summer time of 30 minutes, begins', 'Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00.000Z', 23.5],
    ['summer time of 30 minutes, ends', 'Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 24.5],
    ['23 hours', 'Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
    ['25 hours', 'Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
    ['no midnight in Chile', 'America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', 23],
    ['no midnight in Lebanon', 'Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z', 23],
    ['no midnight in Egypt', 'Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', 23],
    ['midnight twice in Cuba', 'America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
    ['the first place of a day', 'Pacific/Kiritimati', '2026-05-30', '2026-05-29T10:00:00.000Z', 24],
    ['the last place of a day', 'Pacific/Niue', '2026-05-30', '2026-05-30T11:00:00.000Z', 24],
    ['the day before the skipped one', 'Pacific/Apia', '2011-12-29', '2011-12-29T10:00:00.000Z', 24],
    ['the skipped one', 'Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z', 0],
    ['the day after the skipped one', 'Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z', 24],
  ])('starts and ends the day in the case "%s" (%s %s)', (_case, timeZone, day, startsAt, hours) => {
    expect(iso(dayStartMs(day, timeZone))).toBe(startsAt);
    expect(dayLengthSeconds(day, timeZone)).toBe(hours * 3600);
    expect(dayEndMs(day, timeZone)).toBe(dayStartMs(addDays(day, 1), timeZone));
    if (hours === 0) return;
    expect(localDay(dayStartMs(day, timeZone), timeZone)).toBe(day);
    expect(localDay(dayEndMs(day, timeZone) - 1, timeZone)).toBe(day);
    expect(localDay(dayStartMs(day, timeZone) - 1, timeZone)).not.toBe(day);
  });

  it('never falls on the skipped day', () => {
    expect(localDay(Date.parse('2011-12-30T09:59:59Z'), 'Pacific/Apia')).toBe('2011-12-29');
    expect(localDay(Date.parse('2011-12-30T10:00:00Z'), 'Pacific/Apia')).toBe('2011-12-31');
  });

  it('continues the day when the clock was set back over midnight (St. John, one minute past)', () => {
    const firstMidnight = Date.parse('2010-11-07T02:30:00Z');
    expect(localDay(firstMidnight - 1, 'America/St_Johns')).toBe('2010-11-06');
    expect(localDay(firstMidnight, 'America/St_Johns')).toBe('2010-11-07');
    expect(localDay(firstMidnight + 10 * 60_000, 'America/St_Johns')).toBe('2010-11-07');
  });

  it('refuses an unknown zone every time', () => {
    expect(() => localDay(0, 'Mars/Olympus')).toThrow(RangeError);
    expect(() => localDay(0, 'Mars/Olympus')).toThrow(RangeError);
  });
});

describe('day of an instant', () => {
  const timeZones = [
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'America/Santiago',
    'Pacific/Kiritimati',
    'Asia/Kathmandu',
  ];
  it('returns the same date as Temporal, regardless of earlier calls', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1.4e12, max: 2e12 }), fc.constantFrom(...timeZones)), { maxLength: 20 }),
        (instants) => {
          for (const [atMs, timeZone] of instants) {
            const expected = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone).toPlainDate();
            const { day, startMs, endMs } = dayAt(atMs, timeZone);
            expect(day).toBe(expected.toString());
            expect(startMs <= atMs && atMs < endMs).toBe(true);
          }
        },
      ),
    );
  });
});

describe('calendar arithmetic', () => {
  it('counts over months, leap days and clock changes', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
    expect(daysBetween('2026-03-30', '2026-03-28')).toBe(-2);
    expect(eachDay('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
    expect(eachDay('2026-03-01', '2026-02-28')).toEqual([]);
    expect(monthOf('2026-11-21')).toBe('2026-11');
    expect(addMonths('2026-11', 3)).toBe('2027-02');
    expect(addMonths('2026-01', -1)).toBe('2025-12');
    expect(lastDayOfMonth('2028-02')).toBe('2028-02-29');
    expect(eachMonth('2026-11', '2027-01')).toEqual(['2026-11', '2026-12', '2027-01']);
  });
});

describe('days around every clock change from 2000 to 2040', () => {
  const firstMs = Date.UTC(2000, 0, 1);
  const lastMs = Date.UTC(2041, 0, 1);
  const hourMs = 3_600_000;

  /** Date of the wall clock: the offset added to the instant. */
  const wallClockDay = (ms: number, offsetMs: number): string => new Date(ms + offsetMs).toISOString().slice(0, 10);

  it.each(sampled(allTimezones(), isQuick ? 16 : 4))('has days without gaps in %s', (timeZone) => {
    const wrong: string[] = [];
    const offsetAt = (ms: number): number =>
      Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e6;
    let at = Temporal.Instant.fromEpochMilliseconds(firstMs).toZonedDateTimeISO(timeZone);
    for (;;) {
      const next = at.getTimeZoneTransition('next');
      if (next === null || next.epochMilliseconds >= lastMs) break;
      at = next;
      const changeMs = at.epochMilliseconds;
      const [before, after] = [offsetAt(changeMs - 1), offsetAt(changeMs)];
      // If the clock is set back over midnight, the old date shows again, but its day is over.
      const startedDay = wallClockDay(changeMs - 1, before);
      for (let ms = changeMs - 27 * hourMs; ms <= changeMs + 27 * hourMs; ms += hourMs / 4) {
        const wallDay = wallClockDay(ms, ms < changeMs ? before : after);
        const expected = ms >= changeMs && wallDay < startedDay ? startedDay : wallDay;
        const { day, startMs, endMs } = dayAt(ms, timeZone);
        if (day !== expected) wrong.push(`${new Date(ms).toISOString()}: ${day}, not ${expected}`);
        if (ms < startMs || ms >= endMs) wrong.push(`${new Date(ms).toISOString()} is outside its day ${day}`);
      }
      // Days follow each other without a gap, and only the change makes one longer or shorter.
      const from = addDays(startedDay, -2);
      const days = Array.from({ length: 5 }, (_, n) => addDays(from, n));
      for (const day of days) {
        if (dayEndMs(day, timeZone) !== dayStartMs(addDays(day, 1), timeZone)) wrong.push(`a gap after ${day}`);
      }
      const hours = (dayEndMs(days.at(-1)!, timeZone) - dayStartMs(from, timeZone)) / hourMs;
      const shift = (after - before) / hourMs;
      if (hours !== 5 * 24 - shift)
        wrong.push(`${hours} hours in the five days around ${startedDay}, shifted by ${shift}`);
    }
    expect(wrong).toEqual([]);
  });
});
