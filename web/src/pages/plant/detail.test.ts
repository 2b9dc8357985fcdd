// The plant page's URL, calendar steps, order of devices and sums of energy.
import { describe, expect, test } from 'vitest';
import { problemInRow } from '../../../test/answers.ts';
import { addMonths, fitRange, monthEnd, moveRange } from '../../components/plant/days.ts';
import { problemsFirst, type SiteDevice } from '../../components/plant/deviceOrder.ts';
import { energySlots, periodLabel, summaryOf } from '../../components/plant/energySlots.ts';
import { flowLines } from '../../components/plant/flowLines.ts';
import { mayAdd } from '../../components/plant/LinePicker.tsx';
import { readSearch } from '../../components/plant/search.ts';
import { inUserUnits } from '../../components/plant/userUnits.ts';
import { addDays, daysBetween } from '../../format/dayCount.ts';
import { reportSlots } from './report/reportSlots.ts';

describe('the URL of the plant page', () => {
  test('restores the view from its search parameters', () => {
    const search = { sid: 'DE_1', view: 'power', day: '2026-11-20', device: '7A12C0A1', lines: ['Power_1'], step: 15 };
    expect(readSearch(search)).toMatchObject(search);
  });
  test('drops invalid search parameters', () => {
    expect(
      readSearch({ sid: 5, view: 'x', day: '2026-02-30', device: '<a>', lines: 'Power', step: 7, by: 1, year: 'z' }),
    ).toEqual({ sid: '5' });
  });
  test('drops days before 1900 and after 2199', () => {
    expect(readSearch({ sid: 'a', day: '0001-01-01', from: '1899-12-31', to: '2200-01-01' })).toEqual({ sid: 'a' });
  });
  test('restores the comparison and the zoom of the power view, and drops invalid ones', () => {
    const search = { module: 2, zoom: '600-720', besideDay: '2026-11-19', flows: false };
    expect(readSearch({ sid: 'a', ...search })).toMatchObject(search);
    expect(readSearch({ sid: 'a', besideDevice: 12345678, besideSite: 'DE_20261121_k7Qm4x' })).toMatchObject({
      besideDevice: '12345678',
      besideSite: 'DE_20261121_k7Qm4x',
    });
    expect(readSearch({ sid: 'a', module: 17, besideSite: '<x>', besideDay: 'x', flows: 'x', zoom: ['1'] })).toEqual({
      sid: 'a',
    });
  });
  test('accepts a serial number of digits only, and orders the ends of a range', () => {
    expect(readSearch({ sid: 'a', device: 12345678 }).device).toBe('12345678');
    expect(readSearch({ sid: 'a', from: '2026-11-30', to: '2026-11-01' })).toMatchObject({
      from: '2026-11-01',
      to: '2026-11-30',
    });
  });
});

describe('calendar steps', () => {
  test('adds days and months across their ends', () => {
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
    expect(addDays('2026-10-25', -1)).toBe('2026-10-24');
    expect(monthEnd('2028-02-10')).toBe('2028-02-29');
    expect(addMonths('2026-01-31', -1)).toBe('2025-12-01');
  });
  test('moves a whole month by a month, and any other range by its length', () => {
    expect(moveRange('2026-11-01', '2026-11-30', -1, '2026-11-21')).toEqual({ from: '2026-10-01', to: '2026-10-31' });
    expect(moveRange('2026-11-10', '2026-11-16', 1, '2026-11-21')).toEqual({ from: '2026-11-17', to: '2026-11-23' });
  });
  test('cuts a range that is too long at the end that was not chosen, and leaves one that fits', () => {
    const year = { from: '2025-01-01', to: '2025-12-31' };
    expect(fitRange(year, 365, 'to')).toEqual({ ...year, isCut: false });
    expect(fitRange(year, 364, 'to')).toEqual({ from: '2025-01-02', to: '2025-12-31', isCut: true });
    expect(fitRange(year, 364, 'from')).toEqual({ from: '2025-01-01', to: '2025-12-30', isCut: true });
    const { from, to } = fitRange({ from: '1900-01-01', to: '2199-12-31' }, 400, 'to');
    expect(daysBetween(from, to)).toBe(400);
  });
});

test('sorts devices with problems first, then by name in numeric order', () => {
  const device = (alias: string, status: number) => ({ alias, status, sn: alias }) as SiteDevice;
  const names = problemsFirst([device('A 10', 0), device('A 9', 0), device('Z', -1), device('Y', 1)]);
  expect(names.map(({ alias }) => alias)).toEqual(['Y', 'Z', 'A 9', 'A 10']);
});

test('sorts devices with an open problem before all others, also while they are online or asleep', () => {
  const device = (alias: string, status: number, problem: SiteDevice['problem'] = null) =>
    ({ alias, status, sn: alias, problem }) as SiteDevice;
  const names = problemsFirst([
    device('Offline', -1),
    device('Small', 0, problemInRow({ weekKwh: 1 })),
    device('Idle (night)', 0, problemInRow({ weekKwh: 9 })),
    device('Weak', 0, problemInRow({ level: 'warning', weekKwh: 20 })),
    device('Sound', 0),
  ]);
  expect(names.map(({ alias }) => alias)).toEqual(['Idle (night)', 'Small', 'Weak', 'Offline', 'Sound']);
});

test('refuses a fifth unit in a chart', () => {
  const four = ['W', 'V', 'Hz', 'A'].map((unit) => ({ name: `In ${unit}`, unit }));
  expect(mayAdd({ name: 'Temperature', unit: 'degC' }, four)).toBe(false);
  expect(mayAdd({ name: 'Temperature', unit: 'degC' }, four.slice(1))).toBe(true);
  expect(mayAdd({ name: 'Power_1', unit: 'W' }, four)).toBe(true);
});

const chart = (days: [string, number | null][], completeness = 1) => ({
  legend: [],
  xAxisData: days.map(([day]) => day),
  xAxisIso: days.map(([day]) => `${day}T00:00:00+01:00`),
  series: [{ name: 'Production', unit: 'kWh', stack: '', data: days.map(([, value]) => value) }],
  provenance: days.map(([, value]) => ({
    source: value === null ? ('none' as const) : ('counted' as const),
    completeness: value === null ? 0 : completeness,
  })),
  sun: { rise: null, set: null },
  yearBefore: null,
  money: [],
});

describe('energy slots', () => {
  test('counts a day without data as a gap, and a future day as neither gap nor zero', () => {
    const slots = energySlots(
      chart([
        ['2026-11-20', 4],
        ['2026-11-21', null],
        ['2026-11-22', null],
      ]),
      'day',
      '2026-11-21',
    );
    expect(slots.map(({ energyKwh, isOutside }) => [energyKwh, isOutside])).toEqual([
      [4, false],
      [null, false],
      [null, true],
    ]);
    expect(summaryOf(slots)).toMatchObject({ totalKwh: 4, meanKwh: 4, gaps: 1 });
  });
  test('counts today as a gap only once data was due, in the energy view and in the report', () => {
    const days = chart([
      ['2026-11-20', 4],
      ['2026-11-21', null],
    ]);
    const notDue = { source: 'none', completeness: 0, notDue: true } as const;
    const atNight = { ...days, provenance: [days.provenance[0]!, notDue] };
    const slots = energySlots(atNight, 'day', '2026-11-21');
    expect(slots.map(({ isOutside }) => isOutside)).toEqual([false, true]);
    expect(summaryOf(slots).gaps).toBe(0);
    expect(summaryOf(energySlots(days, 'day', '2026-11-21')).gaps).toBe(1);
    // Flows have their own provenance.
    const [production, fromGrid] = flowLines(
      { ...days, series: [days.series[0]!, days.series[0]!], flowProvenance: [[days.provenance[0]!, notDue]] },
      ...(['day', '2026-11-21'] as const),
    );
    expect([production, fromGrid].map((line) => summaryOf(line!.slots).gaps)).toEqual([1, 0]);

    const row = (from: string, energy: number | null, provenance: (typeof days.provenance)[number]) => ({
      from,
      to: from,
      energy,
      provenance,
      specificYield: null,
      expected: null,
      yearBefore: null,
      home: null,
      fromGrid: null,
      toGrid: null,
      charge: null,
      discharge: null,
      worth: null,
    });
    const report = (today: (typeof days.provenance)[number]) =>
      reportSlots({
        rowsBy: 'day',
        yearBefore: null,
        rows: [row('2026-11-20', 4, days.provenance[0]!), row('2026-11-21', null, today)],
      });
    expect(report(notDue).map(({ isOutside }) => isOutside)).toEqual([false, true]);
    expect(report(days.provenance[1]!).map(({ isOutside }) => isOutside)).toEqual([false, false]);
  });
  test('counts no month before commissioning as a gap, but shows one that has a figure', () => {
    const months = chart([
      ['2026-05-01', null],
      ['2026-06-01', 2],
      ['2026-07-01', null],
      ['2026-08-01', null],
    ]);
    const slots = energySlots(months, 'month', '2026-11-21', '2026-07-26');
    expect(slots.map(({ energyKwh, isOutside }) => [energyKwh, isOutside])).toEqual([
      [null, true],
      [2, false],
      [null, false],
      [null, false],
    ]);
    expect(summaryOf(slots)).toMatchObject({ totalKwh: 2, gaps: 2 });
  });
  test('returns null instead of 0 as the total of periods without data', () => {
    expect(summaryOf(energySlots(chart([['2026-11-20', null]]), 'day', '2026-11-21'))).toMatchObject({
      totalKwh: null,
      best: null,
    });
  });
  test('compares months with the same days of the year before, as the server returns them', () => {
    const now = chart([
      ['2026-01-01', 110],
      ['2026-02-01', 50],
    ]);
    const january = { energy: 55, before: 50, days: 10, from: '2026-01-01', to: '2026-01-10' };
    const yearBefore = { bars: [january, null], all: january };
    const slots = energySlots({ ...now, yearBefore }, 'month', '2026-11-21');
    expect(slots.map(({ previousKwh, change }) => [previousKwh, change])).toEqual([
      [50, expect.closeTo(0.1, 9)],
      [null, null],
    ]);
    // Without a comparison there is no second bar.
    const uncompared = energySlots({ ...now, yearBefore: { bars: [null, null], all: null } }, 'month', '2026-11-21');
    expect(uncompared.every(({ previousKwh }) => previousKwh === undefined)).toBe(true);
  });
  test('starts the lifetime at the first month with a figure', () => {
    const months = chart([
      ['2022-01-01', null],
      ['2022-02-01', 3],
      ['2022-03-01', null],
      ['2022-04-01', 4],
    ]);
    expect(energySlots(months, 'lifetime', '2026-11-21').map(({ period }) => period)).toEqual([
      '2022-02',
      '2022-03',
      '2022-04',
    ]);
  });
  test('formats the label of a period in the language of the user', () => {
    expect(periodLabel('2026-11-05', 'day', false, 'en-US')).toBe('5');
    expect(periodLabel('2026-11-05', 'day', true, 'de')).toBe('Do., 5. Nov. 2026');
    expect(periodLabel('2026-11', 'month', false, 'en-US')).toBe('Nov');
  });
});

test('converts temperatures to the unit of the user, and leaves gaps null', () => {
  const series = [{ name: 'Temperature', unit: '°C', stack: '', data: [0, null, 25] }];
  expect(inUserUnits({ series }, 'Fahrenheit').series[0]).toMatchObject({ unit: '°F', data: [32, null, 77] });
  expect(inUserUnits({ series }, 'Celsius').series[0]).toMatchObject({ unit: '°C', data: [0, null, 25] });
});
