// Completeness: covered daylight over what has passed of it, an hour a day not asked for.
import { expect, it } from 'vitest';
import { localDay } from '../rules/localDays.ts';
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
  ['a whole day', 16.2 * 3600, noon + 86_400_000, 1],
  ['half a day of a whole one', 7.7 * 3600, noon + 86_400_000, 0.5],
  ['all until now', 7.9 * 3600, noon, 1],
  ['nothing until now', 0, noon, 0],
  ['nothing before sunrise', 0, noon - 10 * 3_600_000, 1],
])('%s', (_what, coveredS, nowMs, expected) => {
  const { source, completeness } = provenanceOf(period(coveredS), place, localDay(nowMs, place.timezone), nowMs);
  expect(source).toBe('counted');
  expect(completeness).toBeCloseTo(expected, 1);
});

it('a period without energy is told as none, of mixed sources as mixed', () => {
  expect(provenanceOf({ ...period(0), sources: [], firstDay: null }, place, day, noon)).toEqual({
    source: 'none',
    completeness: 0,
  });
  expect(provenanceOf({ ...period(9e4), sources: ['counted', 'imported'] }, place, day, noon).source).toBe('mixed');
});
