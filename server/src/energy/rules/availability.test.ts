// Availability: daylight, its reduction by silences and faults, polar day and night, clock changes.
import { expect, test } from 'vitest';
import { eachDay } from '../../platform/calendar/rules/localDays.ts';
import { availabilityOf, daylightOf, lightWithin } from './availability.ts';

const berlin = { latitude: 52.52, longitude: 13.4, timezone: 'Europe/Berlin' };
const at = (iso: string) => Date.parse(iso);
const HOUR = 3_600_000;
const june = daylightOf(eachDay('2026-06-20', '2026-06-22'), berlin);
const all = { fromMs: at('2026-06-20T00:00:00+02:00'), toMs: at('2026-06-23T00:00:00+02:00') };

test('counts light between sunrise and sunset', () => {
  expect(june.stretches).toHaveLength(3);
  const light = lightWithin(june, all);
  // Without refraction, 16 h 40 min a day.
  expect(light / HOUR / 3).toBeCloseTo(16.7, 0);
  expect(lightWithin(june, { fromMs: at('2026-06-21T00:00:00+02:00'), toMs: at('2026-06-21T03:00:00+02:00') })).toBe(0);
  const noon = { fromMs: at('2026-06-21T11:00:00Z'), toMs: at('2026-06-21T12:30:00Z') };
  expect(lightWithin(june, noon)).toBe(1.5 * HOUR);
});

test('makes a device without daytime silence or fault fully available, also if it is silent at night', () => {
  const night = { fromMs: at('2026-06-20T22:00:00Z'), toMs: at('2026-06-21T01:00:00Z'), isSilent: true };
  expect(availabilityOf(june, all, [], 0).share).toBe(1);
  expect(availabilityOf(june, all, [night], 0).share).toBe(1);
});

test('subtracts the daylight of silences and faults, overlaps only once', () => {
  const silence = { fromMs: at('2026-06-21T08:00:00Z'), toMs: at('2026-06-21T10:00:00Z'), isSilent: true };
  const fault = { fromMs: at('2026-06-21T09:00:00Z'), toMs: at('2026-06-21T12:00:00Z'), isSilent: false };
  const secondFault = { ...fault, fromMs: at('2026-06-21T11:00:00Z') };
  const available = availabilityOf(june, all, [fault, silence, secondFault], 0);
  expect([available.silentMs, available.faultMs]).toEqual([2 * HOUR, 2 * HOUR]);
  expect(available.share).toBeCloseTo(1 - (4 * HOUR) / available.daylightMs, 3);
});

test('counts time covered by late reports as reported', () => {
  const silence = { fromMs: at('2026-06-21T08:00:00Z'), toMs: at('2026-06-21T12:00:00Z'), isSilent: true };
  const light = lightWithin(june, all);
  expect(availabilityOf(june, all, [silence], light).share).toBe(1);
  expect(availabilityOf(june, all, [silence], light - HOUR).silentMs).toBe(HOUR);
});

test('expects nothing before a device began, and nothing in the polar night', () => {
  const begun = { fromMs: at('2026-06-22T00:00:00+02:00'), toMs: all.toMs };
  const before = { fromMs: all.fromMs, toMs: begun.fromMs, isSilent: true };
  expect(availabilityOf(june, begun, [before], 0).share).toBe(1);
  const north = { latitude: 69.6, longitude: 18.9, timezone: 'Europe/Oslo' };
  const december = daylightOf(['2026-12-21'], north);
  expect(december.stretches).toEqual([]);
  const day = { fromMs: at('2026-12-21T00:00:00+01:00'), toMs: at('2026-12-22T00:00:00+01:00') };
  expect(availabilityOf(december, day, [{ ...day, isSilent: true }], 0).share).toBeNull();
  const midsummer = daylightOf(['2026-06-21'], north);
  expect(midsummer.stretches[0]!.toMs - midsummer.stretches[0]!.fromMs).toBe(24 * HOUR);
});

test('computes the daylight of a day of 23 hours', () => {
  const [spring] = daylightOf(['2026-03-29'], berlin).stretches;
  expect((spring!.toMs - spring!.fromMs) / HOUR).toBeCloseTo(12.7, 0);
});
