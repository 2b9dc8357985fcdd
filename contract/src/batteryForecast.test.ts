// The charge of a battery in the coming hours: until when it lasts, what is imported then, and what a schedule changes.
import { expect, test } from 'vitest';
import { type ForecastHour, forecastCharge } from './batteryForecast.ts';
import type { BatteryPeriod } from './batterySettings.ts';

const HOUR_MS = 3_600_000;
const START_MS = Date.parse('2026-06-15T18:00:00+02:00');
const iso = (ms: number): string => `${new Date(ms + 2 * HOUR_MS).toISOString().slice(0, 19)}+02:00`;

/** Hours from 18:00: the home draws 1 kW, and the modules yield 3 kW from 08:00 to 18:00. */
const hours = (change: (hour: number) => Partial<ForecastHour> = () => ({})): ForecastHour[] =>
  Array.from({ length: 30 }, (_, n) => {
    const hour = (18 + n) % 24;
    return {
      fromIso: iso(START_MS + n * HOUR_MS),
      toIso: iso(START_MS + (n + 1) * HOUR_MS),
      homeW: 1_000,
      solarW: hour >= 8 && hour < 18 ? 3_000 : 0,
      importPrice: 0.3,
      ...change(hour),
    };
  });
const ownUse = { mode: 'ownUse' as const, reservePercent: 20, periods: [] };
const battery = { socPercent: 80, capacityWh: 10_000, maxW: null, settings: ownUse, nowMs: START_MS };
const at = (hour: number): number => START_MS + (hour - 18) * HOUR_MS;
const percentAt = (line: readonly { atMs: number; percent: number }[], ms: number) =>
  line.find(({ atMs }) => atMs === ms)?.percent;

test('lasts until the reserve is reached; the rest of the night is imported at its price', () => {
  const forecast = forecastCharge(hours(), battery)!;
  expect(forecast).toMatchObject({ emptyMs: at(24), solarMs: at(32), importWh: 8_000, fullMs: at(36) });
  expect(forecast.importCost).toBeCloseTo(2.4, 9);
  expect(percentAt(forecast.line, at(21))).toBeCloseTo(50, 9);
  expect(percentAt(forecast.line, at(30))).toBeCloseTo(20, 9);
});

test('lasts until the sun covers the home', () => {
  const night = hours(() => ({ homeW: 400 }));
  expect(forecastCharge(night, battery)).toMatchObject({ emptyMs: null, solarMs: at(32), importWh: 0, importCost: 0 });
});

test('begins within an hour, and is at the reserve at once if there is nothing above it', () => {
  const nowMs = START_MS + 20 * 60_000;
  const forecast = forecastCharge(hours(), { ...battery, socPercent: 20, nowMs })!;
  expect(forecast.emptyMs).toBe(nowMs);
  expect(forecast.importWh).toBeCloseTo((13 + 40 / 60) * 1_000, 6);
  expect(forecast.line[1]).toEqual({ atMs: START_MS + 30 * 60_000, percent: 20 });
});

test('states no cost where a price is unknown', () => {
  const unpriced = hours((hour) => ({ importPrice: hour === 3 ? null : 0.3 }));
  expect(forecastCharge(unpriced, battery)).toMatchObject({ importWh: 8_000, importCost: null });
});

test('charges from the grid in a period of a schedule, which covers the rest of the night', () => {
  const charge: BatteryPeriod = { fromMin: 60, toMin: 240, action: 'charge', powerW: 3_000, targetPercent: 60 };
  const forecast = forecastCharge(hours(), {
    ...battery,
    settings: { mode: 'timeOfUse', reservePercent: 20, periods: [charge] },
  })!;
  expect(forecast.emptyMs).toBe(at(24));
  // 40 % more at 3 kW take 80 minutes.
  expect(percentAt(forecast.line, at(26))).toBeCloseTo(50, 9);
  expect(percentAt(forecast.line, at(28))).toBeCloseTo(60, 9);
  expect(percentAt(forecast.line, at(32))).toBeCloseTo(20, 9);
});

test('is bounded by the power of the battery, which is not empty then', () => {
  const forecast = forecastCharge(hours(), { ...battery, maxW: 500 })!;
  expect(percentAt(forecast.line, at(22))).toBeCloseTo(60, 9);
  expect(forecast.emptyMs).toBe(at(30));
});

test('follows a discharge into the grid down to its target, and stops covering the home there', () => {
  const discharge: BatteryPeriod = {
    fromMin: 1_080,
    toMin: 1_320,
    action: 'discharge',
    powerW: 4_000,
    targetPercent: 40,
  };
  const settings = { mode: 'timeOfUse' as const, reservePercent: 20, periods: [discharge] };
  const forecast = forecastCharge(hours(), { ...battery, settings })!;
  expect(percentAt(forecast.line, at(19))).toBeCloseTo(40, 9);
  expect(forecast.emptyMs).toBe(at(19));
});

test('is none where an hour is not known, and in a mode that depends on more', () => {
  const partly = hours((hour) => (hour === 22 ? { homeW: null } : {}));
  expect(forecastCharge(partly, battery)).toBeNull();
  expect(
    forecastCharge(
      hours(() => ({ solarW: null })),
      battery,
    ),
  ).toBeNull();
  expect(forecastCharge([], battery)).toBeNull();
  expect(forecastCharge(hours(), { ...battery, settings: { ...ownUse, mode: 'backup' } })).toBeNull();
});

test('keeps the minutes of an hour that the clock repeats', () => {
  // 25 October 2026, 02:00 to 03:00 twice in Berlin: one entry of two hours.
  const from = Date.parse('2026-10-25T02:00:00+02:00');
  const repeated = [
    {
      fromIso: '2026-10-25T02:00:00+02:00',
      toIso: '2026-10-25T03:00:00+01:00',
      homeW: 1_000,
      solarW: 0,
      importPrice: 1,
    },
  ];
  const charge: BatteryPeriod = { fromMin: 150, toMin: 165, action: 'charge', powerW: 4_000, targetPercent: 100 };
  const settings = { mode: 'timeOfUse' as const, reservePercent: 0, periods: [charge] };
  const { line } = forecastCharge(repeated, { ...battery, socPercent: 50, settings, nowMs: from })!;
  // Six quarters at 1 kW, and the charging quarter twice at 4 kW.
  expect(percentAt(line, from + 2 * HOUR_MS)).toBeCloseTo(55, 9);
});
