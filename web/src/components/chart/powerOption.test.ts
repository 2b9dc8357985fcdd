// The chart of a day: units, gaps, night, the plant's local time, days of 23 and 25 hours.
import { describe, expect, test } from 'vitest';
import { full } from '../../format/numbers.ts';
import { clockOf, isLabelled, labelStep, scaleOf, slotAt, stepsOf } from './axes.ts';
import type { Ink } from './ink.ts';
import { lineLook } from './lines.ts';
import { type ChartLine, cut, nights, type PowerView, powerOption, unitsOf } from './powerOption.ts';

const ink = new Proxy({}, { get: (_, name) => `ink-${String(name)}` }) as Ink;
const drawing = { ink, widthPx: 800, tooltip: () => document.createElement('div') };

/** Returns the slots of a day from its start in UTC, each with its own offset. */
function slots(start: string, count: number, stepMin: number, offsetAt: (ms: number) => number): string[] {
  return Array.from({ length: count }, (_, slot) => {
    const ms = Date.parse(start) + slot * stepMin * 60_000;
    const hours = offsetAt(ms);
    const local = new Date(ms + hours * 3_600_000).toISOString().slice(0, 19);
    return `${local}+${String(hours).padStart(2, '0')}:00`;
  });
}
const line = (name: string, unit: string, data: (number | null)[]): ChartLine => ({
  ...lineLook(name, unit),
  name,
  label: name,
  unit,
  data,
});
const view = (lines: ChartLine[], extra: Partial<PowerView> = {}): PowerView => ({
  slots: slots('2026-06-01T00:00:00Z', lines[0]!.data.length, 60, () => 0),
  lines,
  sun: { rise: null, set: null },
  nowMs: null,
  ...extra,
});

interface ChartOption {
  yAxis: {
    name: string;
    min: number;
    max: number;
    interval: number;
    axisLabel: { formatter: (value: number) => string };
  }[];
  xAxis: { data: string[]; axisLabel: { formatter: (iso: string) => string } };
  series: {
    data: (number | null | { value: number; symbol: string })[];
    connectNulls: boolean;
    yAxisIndex: number;
    areaStyle?: unknown;
    lineStyle: { type: unknown };
    markLine?: { data: unknown[] };
  }[];
}
interface LabelledOption {
  xAxis: { axisLabel: { interval: (slot: number) => boolean } };
}
const optionOf = (view: PowerView) => powerOption(view, drawing) as unknown as ChartOption;

describe('signs', () => {
  test('an axis extends below zero as far as the negative values, in the same steps', () => {
    const [axis] = optionOf(view([line('Production', 'W', [0, 4310]), line('Grid Power', 'W', [800, -2100])])).yAxis;
    expect(axis).toMatchObject({ name: 'kW', min: -3000, max: 5000, interval: 1000 });
    expect(axis!.axisLabel.formatter(-2000)).toBe(full(-2, 2));
    expect(optionOf(view([line('Battery Power', 'W', [-300, -1900])])).yAxis[0]).toMatchObject({ min: -2000, max: 0 });
    expect(optionOf(view([line('Grid Power', 'W', [300])])).yAxis[0]!.min).toBe(0);
  });

  test('flows other than production have their own colours and are not filled', () => {
    const looks = ['Production', 'Grid Power', 'Load Power', 'Battery Power'].map((name) => lineLook(name, 'W'));
    expect(new Set(looks.map(({ ink }) => ink)).size).toBe(4);
    expect(looks.map(({ isArea }) => isArea)).toEqual([true, false, false, false]);
    expect(new Set(['L1 Power', 'L2 Power', 'L3 Power'].map((name) => String(lineLook(name, 'W').dash))).size).toBe(3);
    expect(lineLook('L1 Power', 'W').isArea).toBe(false);
  });

  test('a median of neighbours is muted, and each quantity has its own pattern', () => {
    const looks = [lineLook('Neighbours Power', 'W'), lineLook('Neighbours Voltage', 'V')];
    expect(looks.map(({ ink, isArea }) => [ink, isArea])).toEqual([
      ['muted', false],
      ['muted', false],
    ]);
    expect(new Set(looks.map(({ dash }) => String(dash))).size).toBe(2);
  });
});

describe('gaps', () => {
  test('stay null and are never bridged', () => {
    const { series } = optionOf(view([line('Production', 'W', [0, 5, null, null, 7, 8])]));
    expect(series[0]!.data).toEqual([0, 5, null, null, 7, 8]);
    expect(series[0]!.connectNulls).toBe(false);
  });
  test('leave a single value between them as a dot, because a line would draw nothing', () => {
    const { series } = optionOf(view([line('Production', 'W', [null, 5, null, 6, 7])]));
    expect(series[0]!.data[1]).toMatchObject({ value: 5, symbol: 'circle' });
    expect(series[0]!.data[3]).toBe(6);
  });
});

describe('axes', () => {
  test('show their unit, in steps that keep the numbers short', () => {
    const { yAxis } = optionOf(view([line('Production', 'W', [0, 4310])]));
    expect(yAxis[0]!.name).toBe('kW');
    expect(yAxis[0]!.axisLabel.formatter(4000)).toBe('4');
    expect(optionOf(view([line('Production', 'W', [0, 180])])).yAxis[0]!.name).toBe('W');
  });
  test('start at zero for power, and below zero for a negative temperature', () => {
    const { yAxis } = optionOf(view([line('Production', 'W', [0, 1]), line('Temperature', 'degC', [-5, 3])]));
    expect(yAxis.map(({ name }) => name)).toEqual(['W', '°C']);
    expect(yAxis[0]!.min).toBe(0);
    expect(yAxis[1]!.min).toBeLessThanOrEqual(-5);
  });
  test.each([
    ['degC', [20, 32], { min: 20, max: 35, interval: 5 }],
    ['V', [228.1, 240.7], { min: 225, max: 245, interval: 5 }],
    ['Hz', [49.98, 50.02], { min: 49.98, max: 50.02, interval: 0.01 }],
    ['degC', [-9, -2.5], { min: -10, max: -2, interval: 2 }],
    ['Hz', [50, 50], { min: 49, max: 51, interval: 0.5 }],
    ['degC', [0, 0], { min: 0, max: 1, interval: 0.5 }],
  ])('of %s for %j have round ends and steps of 1, 2 or 5', (unit, data, ends) => {
    expect(optionOf(view([line('It', unit, data)])).yAxis[0]).toMatchObject(ends);
  });
  test('in one chart have the same number of steps, of 1, 2 or 5, and contain all their values', () => {
    const { yAxis } = optionOf(
      view([
        line('Production', 'W', [0, 3100]),
        line('Temperature', 'degC', [20, 32]),
        line('AC Voltage', 'V', [228, 241]),
        line('Grid Power', 'W', [-900, 0]),
        line('AC Current', 'A', [null, null]),
      ]),
    );
    expect(new Set(yAxis.map(({ min, max, interval }) => Math.round((max - min) / interval)))).toEqual(new Set([4]));
    expect(yAxis.map(({ min, interval, max }) => [min, interval, max])).toEqual([
      [-2000, 2000, 6000],
      [20, 5, 40],
      [225, 5, 245],
      [0, 0.5, 2],
    ]);
  });
  test('of a percentage end at 100 % next to an axis with other steps', () => {
    for (const max of [1400, 2900, 4100, 5800]) {
      const lines = [line('Battery Power', 'W', [-1200, max]), line('Battery SOC', '%', [12, 100])];
      expect(optionOf(view(lines)).yAxis[1], String(max)).toMatchObject({ min: 0, max: 100 });
    }
  });
  test('take the unit of the adjacent figures', () => {
    const [axis] = optionOf(view([line('Production', 'W', [0, 310])], { likeW: 6900 })).yAxis;
    expect(axis).toMatchObject({ name: 'kW', min: 0, max: 400, interval: 100 });
    expect(axis!.axisLabel.formatter(100)).toBe(full(0.1, 2));
    expect(optionOf(view([line('Production', 'W', [0, 4])], { likeW: 6900 })).yAxis[0]!.axisLabel.formatter(1)).toBe(
      '0.001',
    );
    expect(optionOf(view([line('Load Power', 'W', [0, 3100])], { likeW: 800 })).yAxis[0]!.name).toBe('W');
  });
  test('without any value have no scale, and a chart without lines still has an axis', () => {
    const [axis] = optionOf(view([line('Production', 'W', [null, null])])).yAxis;
    expect(axis).toMatchObject({ name: '', axisLabel: { show: false } });
    expect(optionOf(view([line('Production', 'W', [null, 0])])).yAxis[0]).toMatchObject({ name: 'W' });
    expect(optionOf({ ...view([line('Production', 'W', [1])]), lines: [] }).yAxis).toHaveLength(1);
  });
  test('are limited to four, by unit', () => {
    const lines = ['W', 'V', 'degC', 'Hz', 'A'].map((unit) => line(`In ${unit}`, unit, [1]));
    expect(unitsOf(lines)).toEqual(['W', 'V', 'degC', 'Hz']);
    const { yAxis, series } = optionOf(view(lines));
    expect(yAxis).toHaveLength(4);
    expect(series.map(({ yAxisIndex }) => yAxisIndex)).toEqual([0, 1, 2, 3]);
  });
  test.each([
    // As in the figures: 1,996 W are 2.00 kW.
    ['W', 1994, 'W'],
    ['W', 1996, 'kW'],
    ['W', 1_200_000, 'MW'],
    ['W', 3_000_000, 'MW'],
    ['kWh', 999, 'kWh'],
    ['kWh', 1500, 'MWh'],
    ['kWh', 0.64, 'Wh'],
    ['kWh', 0, 'kWh'],
    ['degC', 30, '°C'],
  ])('show %s up to %d in %s', (unit, largest, shownUnit) => expect(scaleOf(unit, largest).unit).toBe(shownUnit));
  test.each([
    [0, 1, 1],
    [1, 0.2, 1],
    [23.4, 5, 25],
    [5.38, 2, 6],
    [988, 200, 1000],
    [4420, 1000, 5000],
    [0.3, 0.1, 0.3],
    [12, 5, 15],
  ])('for values up to %d have steps of %d up to %d', (largest, step, end) =>
    expect(stepsOf(largest)).toEqual({ step, end }),
  );
});

describe('inputs', () => {
  test('differ from the total by their pattern, not by colour alone', () => {
    const { series } = optionOf(
      view([line('Production', 'W', [2]), line('Power_1', 'W', [1]), line('Power_2', 'W', [1])]),
    );
    expect(new Set(series.map(({ lineStyle }) => JSON.stringify(lineStyle.type))).size).toBe(3);
    expect(series.map(({ areaStyle }) => areaStyle !== undefined)).toEqual([true, false, false]);
  });
});

describe('the time of day', () => {
  const berlin = (change: string, before: number, after: number) => (ms: number) =>
    ms < Date.parse(change) ? before : after;
  test('is the plant’s local time, independent of the browser’s zone', () => {
    expect(clockOf('2026-11-21T05:45:00+05:45')).toBe('05:45');
  });
  test('skips the missing hour on a day of 23 hours', () => {
    const day = slots('2026-03-28T23:00:00Z', 23, 60, berlin('2026-03-29T01:00:00Z', 1, 2));
    expect(day.map(clockOf).slice(0, 4)).toEqual(['00:00', '01:00', '03:00', '04:00']);
    expect(day.map(clockOf).at(-1)).toBe('23:00');
  });
  test('shows the repeated hour twice on a day of 25 hours', () => {
    const day = slots('2026-10-24T22:00:00Z', 25, 60, berlin('2026-10-25T01:00:00Z', 2, 1));
    expect(day.map(clockOf).slice(1, 5)).toEqual(['01:00', '02:00', '02:00', '03:00']);
    expect(day.map(clockOf).at(-1)).toBe('23:00');
  });
  test('has fewer labels next to several axes', () => {
    const day = slots('2026-06-01T00:00:00Z', 288, 5, () => 0);
    const labelsWith = (units: string[]) => {
      const lines = units.map((unit) => line(`In ${unit}`, unit, Array(288).fill(1)));
      const { xAxis } = powerOption(view(lines, { slots: day }), {
        ...drawing,
        widthPx: 330,
      }) as unknown as LabelledOption;
      return day.filter((_, slot) => xAxis.axisLabel.interval(slot)).map(clockOf);
    };
    expect(labelsWith(['W'])).toEqual(['00:00', '06:00', '12:00', '18:00']);
    expect(labelsWith(['W', 'V', 'Hz', 'degC'])).toEqual(['00:00', '12:00']);
  });
  test('has fewer labels on a phone', () => {
    const day = slots('2026-06-01T00:00:00Z', 288, 5, () => 0);
    expect(labelStep(day, 900)).toBe(120);
    expect(labelStep(day, 240)).toBe(360);
    expect(day.filter((slot) => isLabelled(slot, 360)).map(clockOf)).toEqual(['00:00', '06:00', '12:00', '18:00']);
  });
});

describe('night and now', () => {
  const day = view(
    [
      line(
        'Production',
        'W',
        Array.from({ length: 24 }, () => 1),
      ),
    ],
    {
      sun: { rise: '2026-06-01T04:30:00Z', set: '2026-06-01T20:10:00Z' },
      nowMs: Date.parse('2026-06-01T12:00:00Z'),
    },
  );
  test('the time before sunrise and after sunset is shaded as night', () => {
    expect(nights(day)).toEqual([
      [0, 5],
      [21, 23],
    ]);
  });
  test('nothing is shaded where the sun does not rise or set', () => {
    expect(nights({ ...day, sun: { rise: null, set: null } })).toEqual([]);
  });
  test('the current time is marked on today only', () => {
    expect(optionOf(day).series[0]!.markLine!.data).toEqual([{ xAxis: 12 }]);
    expect(optionOf({ ...day, nowMs: null }).series[0]!.markLine!.data).toEqual([]);
    expect(slotAt(day.slots, Date.parse('2026-06-03T12:00:00Z'))).toBeNull();
  });
  test('a zoom cuts slots and lines alike', () => {
    const part = cut(day, [3, 6]);
    expect(part.slots.map(clockOf)).toEqual(['03:00', '04:00', '05:00', '06:00']);
    expect(part.lines[0]!.data).toHaveLength(4);
    expect(nights(part)).toEqual([[0, 2]]);
  });
});
