// Tests times in API formats on ordinary and unusual days, in zones of whole, half and three-quarter hours.
import { describe, expect, it } from 'vitest';
import { ageOf, isoAt, wireClock, wireDay, wireSeconds, wireTime } from './times.ts';

describe('API times', () => {
  it.each([
    ['2026-06-15T10:00:07Z', 'Europe/Berlin', '15/06/2026 12:00', '2026-06-15T12:00:07+02:00'],
    ['2026-06-15T20:30:00Z', 'Asia/Kathmandu', '16/06/2026 02:15', '2026-06-16T02:15:00+05:45'],
    ['2026-06-15T20:30:00Z', 'America/St_Johns', '15/06/2026 18:00', '2026-06-15T18:00:00-02:30'],
    ['2026-06-15T11:30:00Z', 'Pacific/Kiritimati', '16/06/2026 01:30', '2026-06-16T01:30:00+14:00'],
    ['2026-10-25T00:30:00Z', 'Europe/Berlin', '25/10/2026 02:30', '2026-10-25T02:30:00+02:00'],
    ['2026-10-25T01:30:00Z', 'Europe/Berlin', '25/10/2026 02:30', '2026-10-25T02:30:00+01:00'],
    ['2026-03-29T01:00:00Z', 'Europe/Berlin', '29/03/2026 03:00', '2026-03-29T03:00:00+02:00'],
    ['2026-04-24T22:15:00Z', 'Africa/Cairo', '25/04/2026 01:15', '2026-04-25T01:15:00+03:00'],
  ])('formats %s in %s', (at, zone, text, iso) => {
    expect(wireTime(new Date(at), zone)).toBe(text);
    expect(isoAt(Date.parse(at), zone)).toBe(iso);
    expect(wireClock(Date.parse(at), zone)).toBe(text.slice(11));
    expect(wireSeconds(new Date(at), zone)).toBe(iso.slice(0, 19).replace('T', ' '));
  });
  it('formats never as an empty text', () => expect(wireTime(null, 'UTC')).toBe(''));
  it('formats a day as DD/MM/YYYY', () => expect(wireDay('2026-02-01')).toBe('01/02/2026'));
});

describe('age', () => {
  const now = new Date('2026-06-15T10:00:00Z');
  it.each([
    [-30, 'justNow', 0],
    [59, 'justNow', 0],
    [60, 'minutes', 1],
    [3599, 'minutes', 59],
    [3600, 'hours', 1],
    [86_399, 'hours', 23],
    [86_400, 'days', 1],
    [200 * 86_400, 'days', 200],
  ])('returns the age of %s s as %s', (seconds, key, count) =>
    expect(ageOf(new Date(now.getTime() - seconds * 1000), now)).toEqual({ key, count }),
  );
  it('returns "never" without an instant', () => expect(ageOf(null, now).key).toBe('never'));
});
