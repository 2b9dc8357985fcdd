// Set-up checks of unusual locations and plants: polar night and day, days of 23 and 25 hours, no production, one direction only, no neutral, clocks.
import { sunPosition } from '@heliograph/contract/sun.ts';
import { describe, expect, it, test } from 'vitest';
import { dayBounds } from '../../../platform/calendar/rules/localDays.ts';
import { type CountedDevice, counts, modules } from './counts.ts';
import { irradiance } from './irradiance.ts';
import { phases } from './phases.ts';
import type { Series } from './series.ts';
import { batterySign, gridSign, meterSign } from './signs.ts';
import { counterDay, sunTime } from './sunTime.ts';

const STEP_S = 900;
const konstanz = { latitude: 47.66, longitude: 9.18, zone: 'Europe/Berlin' };
const trondheim = { latitude: 63.9, longitude: 10.4, zone: 'Europe/Oslo' };
const tromso = { latitude: 69.65, longitude: 18.96, zone: 'Europe/Oslo' };

/** Builds whole local days with the clear-sky production of a roof of 8 kWp and the consumption of a home. */
function plant(place: typeof konstanz, days: readonly string[]) {
  const bounds = days.map((day) => dayBounds(day, place.zone));
  const fromMs = bounds[0]!.startMs;
  const count = (bounds.at(-1)!.endMs - fromMs) / 1000 / STEP_S;
  const sunDeg = Float64Array.from(
    { length: count },
    (_, slot) => sunPosition(fromMs + (slot + 0.5) * STEP_S * 1000, place.latitude, place.longitude).elevationDeg,
  );
  const producedW = sunDeg.map(
    (sun, slot) => (6000 + 1500 * Math.sin(slot * 2.3)) * Math.max(0, Math.sin((sun * Math.PI) / 180)),
  );
  const homeW = sunDeg.map((_, slot) => 300 + 500 * Math.sin(slot * 1.7) ** 2);
  const gridW = homeW.map((watts, slot) => watts - producedW[slot]!);
  const slots = bounds.map(({ startMs, endMs }) => ({
    from: (startMs - fromMs) / 1000 / STEP_S,
    to: (endMs - fromMs) / 1000 / STEP_S,
  }));
  return { fromMs, stepS: STEP_S, sunDeg, producedW, homeW, gridW, days: slots };
}
const reverse = (series: Series): Series => series.map((watts) => -watts);
const zero = (series: Series): Series => series.map(() => 0);
const unknown = (series: Series): Series => series.map(() => Number.NaN);
const summer = ['2026-06-13', '2026-06-14'];

describe('the sign check of a grid meter', () => {
  const check = (place: typeof konstanz, days: string[], sign: (series: Series) => Series, more: object = {}) => {
    const data = plant(place, days);
    const { verdict, finding } = gridSign({ ...data, judgedW: sign(data.gridW), restW: data.producedW, ...more });
    return `${verdict} ${finding}`;
  };
  const asIs = (series: Series) => series;
  it.each([
    ['a summer', konstanz, summer, 'ok homeAboveZero', 'wrong exportAtNight'],
    ['a day of 23 hours', konstanz, ['2026-03-29'], 'ok homeAboveZero', 'wrong exportAtNight'],
    ['a day of 25 hours', konstanz, ['2026-10-25'], 'ok homeAboveZero', 'wrong exportAtNight'],
    ['the polar night', tromso, ['2026-12-20', '2026-12-21'], 'ok homeAboveZero', 'wrong exportAtNight'],
    ['the midnight sun, by correlation', tromso, ['2026-06-20', '2026-06-21'], 'ok gridFollows', 'wrong gridAgainst'],
  ])('distinguishes both signs in %s', (_, place, days, correct, reversed) => {
    expect(check(place, days, asIs)).toBe(correct);
    expect(check(place, days, reverse)).toBe(reversed);
  });

  test('decides by nights without data of production, and does not decide by day', () => {
    const { sunDeg } = plant(konstanz, summer);
    const restW = sunDeg.map((sun) => (sun > 0 ? Number.NaN : 0));
    expect(check(konstanz, summer, asIs, { restW })).toBe('ok homeAboveZero');
    expect(check(konstanz, summer, reverse, { restW })).toBe('wrong exportAtNight');
    expect(check(tromso, ['2026-06-20'], reverse, { restW: unknown(plant(tromso, ['2026-06-20']).sunDeg) })).toBe(
      'notYet needsNight',
    );
  });

  test('does not decide by a few hours of daylight, or for a home without consumption', () => {
    const { sunDeg, gridW } = plant(konstanz, summer);
    const someW = gridW.map((watts, slot) => (slot > 48 && slot < 56 ? watts : Number.NaN));
    expect(check(konstanz, summer, asIs, { judgedW: someW })).toBe('notYet needsNight');
    expect(check(konstanz, summer, asIs, { judgedW: zero(sunDeg), restW: zero(sunDeg) })).toBe('notYet littleFlow');
  });

  test('reports when, how much energy and how low the sun was', () => {
    const data = plant(konstanz, summer);
    const { compared } = gridSign({ ...data, judgedW: reverse(data.gridW), restW: data.producedW });
    expect(compared.energyWh).toBeGreaterThan(1000);
    expect(sunPosition(compared.fromMs!, konstanz.latitude, konstanz.longitude).elevationDeg).toBeLessThan(-4);
    expect(compared.sunBelowDeg).toBeGreaterThan(15);
  });

  test('suspects unmeasured modules when home consumption is below zero by day', () => {
    const data = plant(konstanz, summer);
    expect(check(konstanz, summer, asIs, { restW: zero(data.sunDeg) })).toBe('suspect homeBelowZero');
  });
});

test('checks the sign of a battery by its state of charge, or without one by home consumption at night', () => {
  const data = plant(konstanz, summer);
  // It supplies the home from sunset on, and is charged at noon.
  const batteryW = data.sunDeg.map((sun, slot) => (sun < 0 ? data.homeW[slot]! : sun > 45 ? -1200 : 0));
  let stored = 60;
  const soc = batteryW.map((watts) => {
    stored -= ((watts * STEP_S) / 3600 / 10_000) * 100;
    return stored;
  });
  const restW = data.producedW.map((watts, slot) => watts + data.gridW[slot]! - batteryW[slot]!);
  const parts = { ...data, judgedW: batteryW, restW };
  const reversed = { ...data, judgedW: reverse(batteryW), restW };
  expect(batterySign({ ...parts, soc })).toMatchObject({ verdict: 'ok', finding: 'socFollows' });
  expect(batterySign({ ...reversed, soc })).toMatchObject({ verdict: 'wrong', finding: 'socAgainst' });
  expect(batterySign({ ...parts, soc: null })).toMatchObject({ verdict: 'ok', finding: 'homeAboveZero' });
  expect(batterySign({ ...reversed, soc: null })).toMatchObject({ verdict: 'wrong', finding: 'homeBelowZero' });
  expect(batterySign({ ...parts, judgedW: zero(batteryW), soc: soc.map(() => 60) })).toMatchObject({
    verdict: 'notYet',
  });
});

test('expects one direction of a meter at the modules or at a load', () => {
  const data = plant(konstanz, summer);
  const withOwnUse = data.producedW.map((watts) => watts - 12);
  expect(meterSign(data, withOwnUse, 'production').finding).toBe('oneWay');
  expect(meterSign(data, reverse(withOwnUse), 'production')).toMatchObject({ verdict: 'wrong', finding: 'otherWay' });
  expect(meterSign(data, data.homeW, 'production')).toMatchObject({ verdict: 'wrong', finding: 'meterAtNight' });
  expect(meterSign(data, data.homeW, 'load').finding).toBe('oneWay');
  expect(meterSign(data, reverse(data.homeW), 'load').finding).toBe('otherWay');
  const bothW = data.homeW.map((watts, slot) => (slot % 3 === 0 ? -watts : watts));
  expect(meterSign(data, bothW, 'load')).toMatchObject({ verdict: 'suspect', finding: 'bothWays' });
  const dark = plant(tromso, ['2026-12-20']);
  expect(meterSign(dark, dark.producedW, 'production')).toMatchObject({ verdict: 'notYet', finding: 'littleFlow' });
});

describe('the solar time check of production', () => {
  const check = (place: typeof konstanz, days: string[], lateMin = 0) => {
    const data = plant(place, days);
    const by = (lateMin * 60) / STEP_S;
    const producedW = Float64Array.from(data.producedW, (_, slot) => data.producedW[slot - by] ?? 0);
    const { verdict, finding, compared } = sunTime(data, { ...data, producedW, expectedW: data.producedW });
    return [`${verdict} ${finding}`, compared.minutes] as const;
  };
  it.each([
    ['a correct clock', konstanz, summer, 0, 'ok withSun', 0],
    ['a clock two hours behind', konstanz, summer, -120, 'wrong productionAtNight', -120],
    ['a clock an hour behind', konstanz, summer, -60, 'wrong productionAtNight', -60],
    ['a clock two hours ahead', konstanz, summer, 120, 'wrong productionAtNight', 120],
    ['a day of 23 hours', konstanz, ['2026-03-28', '2026-03-29'], 0, 'ok withSun', 0],
    ['a day of 25 hours', konstanz, ['2026-10-24', '2026-10-25'], 0, 'ok withSun', 0],
    [
      'a clock three hours behind where no night is dark',
      trondheim,
      ['2026-06-20', '2026-06-21'],
      -180,
      'suspect noonOff',
      -180,
    ],
    ['the polar night', tromso, ['2026-12-20'], 0, 'notYet needsSun', undefined],
  ] as const)('judges %s', (_, place, days, late, expected, minutes) => {
    const [finding, off] = check(place, [...days], late);
    expect(finding).toBe(expected);
    if (minutes === undefined) expect(off).toBeUndefined();
    else expect(Math.abs(off! - minutes)).toBeLessThan(25);
  });
});

test('does not judge solar time by days without data of the afternoon', () => {
  const data = plant(konstanz, summer);
  const producedW = data.producedW.map((watts, slot) => (slot % 96 > 48 ? Number.NaN : watts));
  const partial = { ...data, producedW, expectedW: data.producedW };
  expect(sunTime(data, partial)).toMatchObject({ verdict: 'notYet', finding: 'needsSun' });
});

test('finds a day counter that resets at noon on each day, and accepts a single reset as a power failure', () => {
  const data = plant(konstanz, ['2026-06-12', '2026-06-13', '2026-06-14']);
  const counterWith = (falls: readonly number[]) => {
    let wh = 0;
    return data.producedW.map((watts, slot) => {
      const isFall = falls.includes(slot) || (data.sunDeg[slot]! > 0 && data.sunDeg[slot - 1]! <= 0);
      wh = isFall ? 0 : wh + (watts * STEP_S) / 3600;
      return wh;
    });
  };
  const noon = data.days.map(({ from }) => from + 52);
  const judge = (counter: Series) => counterDay(data, new Map([['7A', counter]]), data.days);
  expect(judge(counterWith([]))).toMatchObject({ verdict: 'ok', finding: 'beginsByNight' });
  expect(judge(counterWith(noon))).toMatchObject({
    verdict: 'wrong',
    finding: 'beginsByDay',
    compared: { numbers: ['7A'] },
  });
  expect(judge(counterWith(noon.slice(1, 2)))).toMatchObject({ verdict: 'ok' });
  expect(judge(zero(data.sunDeg))).toMatchObject({ verdict: 'notYet', finding: 'needsDay' });
});

test('compares announced devices and inputs with those that have reported', () => {
  const device = (sn: string, more: Partial<CountedDevice> = {}): CountedDevice => {
    return { sn, hasReported: true, isOverdue: true, inputs: 2, reportedInputs: [1, 2], reportsInputs: true, ...more };
  };
  const late = device('C', { hasReported: false });
  const fresh = device('D', { hasReported: false, isOverdue: false });
  expect(counts([device('A'), device('B')], [])).toMatchObject({ verdict: 'ok', compared: { count: 2, of: 2 } });
  expect(counts([device('A'), late, fresh], [])).toMatchObject({ finding: 'notHeard', compared: { numbers: ['C'] } });
  expect(counts([device('A'), fresh], [])).toMatchObject({ verdict: 'notYet', finding: 'waiting' });
  expect(counts([device('A')], ['X'])).toMatchObject({ verdict: 'wrong', finding: 'refusedChildren' });
  expect(counts([], [])).toMatchObject({ verdict: 'notYet', finding: 'noDevices' });
  expect(modules([device('A')])).toMatchObject({ verdict: 'ok', compared: { count: 2, of: 2 } });
  expect(modules([device('A', { reportedInputs: [1] })])).toMatchObject({
    verdict: 'suspect',
    compared: { numbers: ['A_2'] },
  });
  expect(modules([device('A', { hasReported: false, reportedInputs: [], reportsInputs: false })])).toMatchObject({
    verdict: 'notYet',
  });
  // Microinverters that do not report their inputs, and meters.
  expect(modules([device('A', { reportedInputs: [], reportsInputs: false }), device('M', { inputs: 0 })])).toBeNull();
});

test('does not judge phases with equal loads, or with data of one hour', () => {
  const alike = Float64Array.from({ length: 600 }, (_, slot) => 500 + 300 * Math.sin(slot));
  const volts = Float64Array.from({ length: 600 }, (_, slot) => 230 + Math.cos(slot * 3));
  expect(
    phases({ powersW: [alike, alike, alike], voltagesV: [volts, volts, volts], producedW: zero(alike) }),
  ).toMatchObject({ finding: 'phasesAlike' });
  const short = alike.subarray(0, 12);
  expect(
    phases({ powersW: [short, short, short], voltagesV: [volts, volts, volts], producedW: zero(short) }),
  ).toMatchObject({
    verdict: 'notYet',
    finding: 'littleFlow',
  });
});

test('finds an irradiance sensor that reports one value for hours by day, and accepts night offsets and cloudy days', () => {
  const data = plant(konstanz, summer);
  const lightOf = (change: (watts: number, slot: number) => number) =>
    irradiance(
      data,
      Float64Array.from(data.producedW, (watts, slot) => change(watts / 8, slot)),
    );
  expect(lightOf((watts) => watts)).toMatchObject({ verdict: 'ok', finding: 'sensorFollows' });
  expect(lightOf((watts, slot) => 0.1 * watts + (slot % 2))).toMatchObject({ verdict: 'ok' });
  const stuck = lightOf((watts, slot) => (slot >= 40 && slot < 60 ? 412 : watts));
  expect(stuck).toMatchObject({ verdict: 'wrong', finding: 'sensorStuck' });
  expect(stuck.compared.fromMs).toBe(data.fromMs + 40 * STEP_S * 1000);
  expect(stuck.compared.toMs).toBe(data.fromMs + 60 * STEP_S * 1000);
  expect(lightOf(() => Number.NaN)).toMatchObject({ verdict: 'notYet', finding: 'needsDay' });
});
