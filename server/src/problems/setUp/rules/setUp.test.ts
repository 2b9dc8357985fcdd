// Set-up judged at odd places and of odd plants: polar night and day, days of 23 and 25 hours, no production, one way alone, no neutral, clocks.
import { sunPosition } from '@heliograph/contract/sun.ts';
import { describe, expect, it, test } from 'vitest';
import { dayBounds } from '../../../platform/calendar/rules/localDays.ts';
import { type CountedDevice, counts, modules } from './counts.ts';
import { phases } from './phases.ts';
import type { Series } from './series.ts';
import { batterySign, gridSign, meterSign } from './signs.ts';
import { counterDay, sunTime } from './sunTime.ts';

const STEP_S = 900;
const konstanz = { latitude: 47.66, longitude: 9.18, zone: 'Europe/Berlin' };
const trondheim = { latitude: 63.9, longitude: 10.4, zone: 'Europe/Oslo' };
const tromso = { latitude: 69.65, longitude: 18.96, zone: 'Europe/Oslo' };

/** Whole local days, with what a roof of 8 kWp makes under a clear sky and what a home draws. */
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
const turned = (series: Series): Series => series.map((watts) => -watts);
const nothing = (series: Series): Series => series.map(() => 0);
const unknown = (series: Series): Series => series.map(() => Number.NaN);
const summer = ['2026-06-13', '2026-06-14'];

describe('the grid', () => {
  const at = (place: typeof konstanz, days: string[], way: (series: Series) => Series, more: object = {}) => {
    const made = plant(place, days);
    const { verdict, finding } = gridSign({ ...made, judgedW: way(made.gridW), restW: made.producedW, ...more });
    return `${verdict} ${finding}`;
  };
  const right = (series: Series) => series;
  it.each([
    ['a summer', konstanz, summer, 'ok homeAboveZero', 'wrong exportAtNight'],
    ['a day of 23 hours', konstanz, ['2026-03-29'], 'ok homeAboveZero', 'wrong exportAtNight'],
    ['a day of 25 hours', konstanz, ['2026-10-25'], 'ok homeAboveZero', 'wrong exportAtNight'],
    ['the polar night', tromso, ['2026-12-20', '2026-12-21'], 'ok homeAboveZero', 'wrong exportAtNight'],
    ['the midnight sun: by how it moves', tromso, ['2026-06-20', '2026-06-21'], 'ok gridFollows', 'wrong gridAgainst'],
  ])('%s', (_, place, days, asIs, otherWay) => {
    expect(at(place, days, right)).toBe(asIs);
    expect(at(place, days, turned)).toBe(otherWay);
  });

  test('without production: by its nights, and by day nothing is said', () => {
    const { sunDeg } = plant(konstanz, summer);
    const restW = sunDeg.map((sun) => (sun > 0 ? Number.NaN : 0));
    expect(at(konstanz, summer, right, { restW })).toBe('ok homeAboveZero');
    expect(at(konstanz, summer, turned, { restW })).toBe('wrong exportAtNight');
    expect(at(tromso, ['2026-06-20'], turned, { restW: unknown(plant(tromso, ['2026-06-20']).sunDeg) })).toBe(
      'notYet needsNight',
    );
  });

  test('a few hours of daylight, or a home that draws nothing, are not enough', () => {
    const { sunDeg, gridW } = plant(konstanz, summer);
    const someW = gridW.map((watts, slot) => (slot > 48 && slot < 56 ? watts : Number.NaN));
    expect(at(konstanz, summer, right, { judgedW: someW })).toBe('notYet needsNight');
    expect(at(konstanz, summer, right, { judgedW: nothing(sunDeg), restW: nothing(sunDeg) })).toBe('notYet littleFlow');
  });

  test('what is found says when, how much and how deep the sun stood', () => {
    const made = plant(konstanz, summer);
    const { compared } = gridSign({ ...made, judgedW: turned(made.gridW), restW: made.producedW });
    expect(compared.energyWh).toBeGreaterThan(1000);
    expect(sunPosition(compared.fromMs!, konstanz.latitude, konstanz.longitude).elevationDeg).toBeLessThan(-4);
    expect(compared.sunBelowDeg).toBeGreaterThan(15);
  });

  test('modules that nobody measures put home use below zero by day, whichever way the meter is', () => {
    const made = plant(konstanz, summer);
    expect(at(konstanz, summer, right, { restW: nothing(made.sunDeg) })).toBe('suspect homeBelowZero');
  });
});

test('a battery is proved by its charge; without one by the nights of its home', () => {
  const made = plant(konstanz, summer);
  // It covers the home from sunset on, and is filled at noon.
  const batteryW = made.sunDeg.map((sun, slot) => (sun < 0 ? made.homeW[slot]! : sun > 45 ? -1200 : 0));
  let stored = 60;
  const soc = batteryW.map((watts) => {
    stored -= ((watts * STEP_S) / 3600 / 10_000) * 100;
    return stored;
  });
  const restW = made.producedW.map((watts, slot) => watts + made.gridW[slot]! - batteryW[slot]!);
  const parts = { ...made, judgedW: batteryW, restW };
  const back = { ...made, judgedW: turned(batteryW), restW };
  expect(batterySign({ ...parts, soc })).toMatchObject({ verdict: 'ok', finding: 'socFollows' });
  expect(batterySign({ ...back, soc })).toMatchObject({ verdict: 'wrong', finding: 'socAgainst' });
  expect(batterySign({ ...parts, soc: null })).toMatchObject({ verdict: 'ok', finding: 'homeAboveZero' });
  expect(batterySign({ ...back, soc: null })).toMatchObject({ verdict: 'wrong', finding: 'homeBelowZero' });
  expect(batterySign({ ...parts, judgedW: nothing(batteryW), soc: soc.map(() => 60) })).toMatchObject({
    verdict: 'notYet',
  });
});

test('a meter for production alone, or at a load, measures one way', () => {
  const made = plant(konstanz, summer);
  const drawn = made.producedW.map((watts) => watts - 12);
  expect(meterSign(made, drawn, 'production').finding).toBe('oneWay');
  expect(meterSign(made, turned(drawn), 'production')).toMatchObject({ verdict: 'wrong', finding: 'otherWay' });
  expect(meterSign(made, made.homeW, 'production')).toMatchObject({ verdict: 'wrong', finding: 'meterAtNight' });
  expect(meterSign(made, made.homeW, 'load').finding).toBe('oneWay');
  expect(meterSign(made, turned(made.homeW), 'load').finding).toBe('otherWay');
  const bothW = made.homeW.map((watts, slot) => (slot % 3 === 0 ? -watts : watts));
  expect(meterSign(made, bothW, 'load')).toMatchObject({ verdict: 'suspect', finding: 'bothWays' });
  const dark = plant(tromso, ['2026-12-20']);
  expect(meterSign(dark, dark.producedW, 'production')).toMatchObject({ verdict: 'notYet', finding: 'littleFlow' });
});

describe('production and the sun', () => {
  const at = (place: typeof konstanz, days: string[], lateMin = 0) => {
    const made = plant(place, days);
    const by = (lateMin * 60) / STEP_S;
    const producedW = Float64Array.from(made.producedW, (_, slot) => made.producedW[slot - by] ?? 0);
    const { verdict, finding, compared } = sunTime(made, { ...made, producedW, expectedW: made.producedW });
    return [`${verdict} ${finding}`, compared.minutes] as const;
  };
  it.each([
    ['right', konstanz, summer, 0, 'ok withSun', 0],
    ['two hours behind', konstanz, summer, -120, 'wrong productionAtNight', -120],
    ['an hour behind', konstanz, summer, -60, 'wrong productionAtNight', -60],
    ['two hours late', konstanz, summer, 120, 'wrong productionAtNight', 120],
    ['a day of 23 hours', konstanz, ['2026-03-28', '2026-03-29'], 0, 'ok withSun', 0],
    ['a day of 25 hours', konstanz, ['2026-10-24', '2026-10-25'], 0, 'ok withSun', 0],
    [
      'three hours behind where no night is dark',
      trondheim,
      ['2026-06-20', '2026-06-21'],
      -180,
      'suspect noonOff',
      -180,
    ],
    ['the polar night', tromso, ['2026-12-20'], 0, 'notYet needsSun', undefined],
  ] as const)('%s', (_, place, days, late, finding, minutes) => {
    const [found, off] = at(place, [...days], late);
    expect(found).toBe(finding);
    if (minutes === undefined) expect(off).toBeUndefined();
    else expect(Math.abs(off! - minutes)).toBeLessThan(25);
  });
});

test('of days of which the afternoon is not known nothing is said', () => {
  const made = plant(konstanz, summer);
  const producedW = made.producedW.map((watts, slot) => (slot % 96 > 48 ? Number.NaN : watts));
  const asked = { ...made, producedW, expectedW: made.producedW };
  expect(sunTime(made, asked)).toMatchObject({ verdict: 'notYet', finding: 'needsSun' });
});

test('a counter of the day that starts over at noon, on each day; one fall alone is a loss of power', () => {
  const made = plant(konstanz, ['2026-06-12', '2026-06-13', '2026-06-14']);
  const counterWith = (falls: readonly number[]) => {
    let wh = 0;
    return made.producedW.map((watts, slot) => {
      const isFall = falls.includes(slot) || (made.sunDeg[slot]! > 0 && made.sunDeg[slot - 1]! <= 0);
      wh = isFall ? 0 : wh + (watts * STEP_S) / 3600;
      return wh;
    });
  };
  const noon = made.days.map(({ from }) => from + 52);
  const judge = (counter: Series) => counterDay(made, new Map([['7A', counter]]), made.days);
  expect(judge(counterWith([]))).toMatchObject({ verdict: 'ok', finding: 'beginsByNight' });
  expect(judge(counterWith(noon))).toMatchObject({
    verdict: 'wrong',
    finding: 'beginsByDay',
    compared: { numbers: ['7A'] },
  });
  expect(judge(counterWith(noon.slice(1, 2)))).toMatchObject({ verdict: 'ok' });
  expect(judge(nothing(made.sunDeg))).toMatchObject({ verdict: 'notYet', finding: 'needsDay' });
});

test('what was announced against what was heard', () => {
  const device = (sn: string, more: Partial<CountedDevice> = {}): CountedDevice => {
    return { sn, isHeard: true, isOverdue: true, inputs: 2, inputsSeen: [1, 2], tellsInputs: true, ...more };
  };
  const late = device('C', { isHeard: false });
  const fresh = device('D', { isHeard: false, isOverdue: false });
  expect(counts([device('A'), device('B')], [])).toMatchObject({ verdict: 'ok', compared: { count: 2, of: 2 } });
  expect(counts([device('A'), late, fresh], [])).toMatchObject({ finding: 'notHeard', compared: { numbers: ['C'] } });
  expect(counts([device('A'), fresh], [])).toMatchObject({ verdict: 'notYet', finding: 'waiting' });
  expect(counts([device('A')], ['X'])).toMatchObject({ verdict: 'wrong', finding: 'refusedChildren' });
  expect(counts([], [])).toMatchObject({ verdict: 'notYet', finding: 'noDevices' });
  expect(modules([device('A')])).toMatchObject({ verdict: 'ok', compared: { count: 2, of: 2 } });
  expect(modules([device('A', { inputsSeen: [1] })])).toMatchObject({
    verdict: 'suspect',
    compared: { numbers: ['A_2'] },
  });
  expect(modules([device('A', { isHeard: false, inputsSeen: [], tellsInputs: false })])).toMatchObject({
    verdict: 'notYet',
  });
  // Microinverters that tell nothing of their inputs, and meters.
  expect(modules([device('A', { inputsSeen: [], tellsInputs: false }), device('M', { inputs: 0 })])).toBeNull();
});

test('phases that all draw alike, or were told for an hour, say nothing', () => {
  const alike = Float64Array.from({ length: 600 }, (_, slot) => 500 + 300 * Math.sin(slot));
  const volts = Float64Array.from({ length: 600 }, (_, slot) => 230 + Math.cos(slot * 3));
  expect(phases([alike, alike, alike], [volts, volts, volts])).toMatchObject({ finding: 'phasesAlike' });
  const short = alike.subarray(0, 12);
  expect(phases([short, short, short], [volts, volts, volts])).toMatchObject({
    verdict: 'notYet',
    finding: 'littleFlow',
  });
});
