// Completeness: covered daylight relative to elapsed daylight, with an hour a day not expected.
import { expect, it } from 'vitest';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import { provenanceOf } from './provenance.ts';

const place = { latitude: 52.5, longitude: 13.4, timezone: 'Europe/Berlin' };
const day = '2026-05-30';
const noon = Date.parse('2026-05-30T13:00:00+02:00');
const period = (coveredS: number) => ({
  from: day,
  to: day,
  energyWh: 1,
  money: null,
  isMeasured: false,
  sources: ['counted' as const],
  coveredS,
  firstDay: day,
});

it.each([
  ['gives 1 for a whole day', 16.2 * 3600, noon + 86_400_000, 1],
  ['gives a half for half a day', 7.7 * 3600, noon + 86_400_000, 0.5],
  ['gives 1 for a day covered until now', 7.9 * 3600, noon, 1],
  ['gives 0 for a day without data until now', 0, noon, 0],
  ['gives 1 before sunrise', 0, noon - 10 * 3_600_000, 1],
])('%s', (_name, coveredS, nowMs, expected) => {
  const { source, completeness } = provenanceOf(period(coveredS), place, localDay(nowMs, place.timezone), nowMs);
  expect(source).toBe('counted');
  expect(completeness).toBeCloseTo(expected, 1);
});

const berlin = place;
const tromso = { latitude: 69.65, longitude: 18.96, timezone: 'Europe/Oslo' };
it.each([
  ['just after midnight', berlin, '2026-11-23', '2026-11-23T00:05:00+01:00', false],
  ['before sunrise', berlin, '2026-11-23', '2026-11-23T07:30:00+01:00', false],
  ['while the sun has been up for less than an hour', berlin, '2026-11-23', '2026-11-23T08:20:00+01:00', false],
  ['two hours after sunrise', berlin, '2026-11-23', '2026-11-23T09:45:00+01:00', true],
  ['in the evening', berlin, '2026-11-23', '2026-11-23T23:55:00+01:00', true],
  ['yesterday, just after midnight', berlin, '2026-11-22', '2026-11-23T00:05:00+01:00', true],
  ['a month on its first morning', berlin, '2026-11-01~2026-11-30', '2026-11-01T06:00:00+01:00', false],
  ['a month on its second morning', berlin, '2026-11-01~2026-11-30', '2026-11-02T06:00:00+01:00', true],
  ['tomorrow', berlin, '2026-11-24', '2026-11-23T12:00:00+01:00', false],
  ['at noon in the polar night', tromso, '2026-12-21', '2026-12-21T12:00:00+01:00', false],
  ['a day of the polar night that is over', tromso, '2026-12-20', '2026-12-21T12:00:00+01:00', false],
  ['half past midnight in the polar day', tromso, '2026-06-21', '2026-06-21T00:30:00+02:00', false],
  ['two hours past midnight in the polar day', tromso, '2026-06-21', '2026-06-21T02:00:00+02:00', true],
])('reports whether data without energy are due: %s', (_name, location, days, now, isDue) => {
  const [from, to = from] = days.split('~') as [string, string?];
  const nowMs = Date.parse(now);
  const empty = { ...period(0), from, to, sources: [], energyWh: null, firstDay: null };
  expect(provenanceOf(empty, location, localDay(nowMs, location.timezone), nowMs)).toEqual({
    source: 'none',
    completeness: 0,
    ...(isDue ? {} : { notDue: true }),
  });
});

it('reports the source of existing data also before sunrise', () => {
  const beforeSunrise = Date.parse(`${day}T03:00:00+02:00`);
  expect(provenanceOf(period(0), place, day, beforeSunrise)).toEqual({ source: 'counted', completeness: 1 });
});

it('reports a period without energy as none, and one of several sources as mixed', () => {
  expect(provenanceOf({ ...period(0), sources: [], firstDay: null }, place, day, noon)).toEqual({
    source: 'none',
    completeness: 0,
  });
  expect(provenanceOf({ ...period(9e4), sources: ['counted', 'imported'] }, place, day, noon).source).toBe('mixed');
});
