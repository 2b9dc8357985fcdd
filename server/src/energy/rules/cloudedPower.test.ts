// Power by a weather forecast: nothing by night, at most a clear sky, and in proportion to the light in between.
import { expect, test } from 'vitest';
import { clearSkyOf, LEVEL_SQUARE_METER } from './clearSky.ts';
import { cloudedPower } from './cloudedPower.ts';

const place = { latitude: 47.66, longitude: 9.17 };
const HOUR_MS = 3_600_000;
const STEP_S = 900;
const fromMs = Date.parse('2026-06-14T22:00:00Z');
const south = clearSkyOf(place, [{ peakW: 8_000, tiltDeg: 30, azimuthDeg: 180, ratedW: 7_000 }]);
const level = clearSkyOf(place, [LEVEL_SQUARE_METER]);
const data = Array.from({ length: 96 }, (_, slot) => south(fromMs + (slot + 0.5) * STEP_S * 1000) || null);
const hourAt = (hour: number) => ({ fromMs: fromMs + hour * HOUR_MS, toMs: fromMs + (hour + 1) * HOUR_MS });
const meanOf = (powerAt: (ms: number) => number, hour: number): number =>
  [0.125, 0.375, 0.625, 0.875].reduce((sum, part) => sum + powerAt(fromMs + (hour + part) * HOUR_MS), 0) / 4;
const forecast = (share: number) =>
  Array.from({ length: 24 }, (_, hour) => ({ atMs: hourAt(hour).fromMs, sunW: share * meanOf(level, hour) }));

test('yields the clear power under a clear or brighter sky, and a share of it under clouds', () => {
  const clearW = Math.round(meanOf(south, 13));
  expect(clearW).toBeGreaterThan(5_000);
  for (const [share, watts] of [
    [1, clearW],
    [1.3, clearW],
    [0.25, Math.round(clearW / 4)],
    [0, 0],
  ] as const)
    expect(cloudedPower(place, { fromMs, stepS: STEP_S, data }, forecast(share))(hourAt(13)), String(share)).toBe(
      watts,
    );
});

test('yields nothing by night, and is unknown in hours that the forecast does not cover', () => {
  const powerW = cloudedPower(place, { fromMs, stepS: STEP_S, data }, forecast(1).slice(0, 12));
  expect(powerW(hourAt(1))).toBe(0);
  expect(powerW(hourAt(11))).toBeGreaterThan(1_000);
  expect(powerW(hourAt(13))).toBeNull();
  expect(powerW(hourAt(23))).toBe(0);
});

test('finds the hour of a forecast in a zone half an hour off', () => {
  const { fromMs: noonMs } = hourAt(12);
  const halfPast = { fromMs: noonMs + HOUR_MS / 2, toMs: noonMs + 1.5 * HOUR_MS };
  expect(cloudedPower(place, { fromMs, stepS: STEP_S, data }, forecast(0.5))(halfPast)).toBeGreaterThan(1_000);
});
