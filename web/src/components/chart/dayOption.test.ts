// Bands of a day's chart: they span the lowest to the highest value of each step, also below zero, and are left out where both are equal.
import { expect, test } from 'vitest';
import { type BandedLine, dayOption } from './dayOption.ts';
import type { Ink } from './ink.ts';
import { lineLook } from './lines.ts';

const ink = new Proxy({}, { get: (_, name) => `ink-${String(name)}` }) as Ink;
const slots = ['10:00', '10:30', '11:00'].map((clock) => `2026-06-01T${clock}:00+02:00`);

interface ChartOption {
  yAxis: { name: string; max?: number; position: string; offset: number }[];
  series: { stack?: string; data: (number | null)[]; areaStyle?: unknown }[];
}

function optionOf(...lines: Omit<BandedLine, 'ink' | 'dash' | 'isArea' | 'label'>[]): ChartOption {
  return dayOption(
    {
      slots,
      sun: { rise: null, set: null },
      nowMs: null,
      lines: lines.map((line) => ({ ...lineLook(line.name, line.unit), ...line, label: line.name })),
    },
    { ink, widthPx: 800, tooltip: () => document.createElement('div') },
  ) as unknown as ChartOption;
}

test('a band is stacked from the lowest to the highest value, keeps gaps, and fits on its axis', () => {
  const line = { name: 'Battery Power', unit: 'W', data: [100, null, -200] };
  const { series, yAxis } = optionOf({ ...line, band: { least: [-100, null, -900], greatest: [700, null, 300] } });
  expect(series.slice(1).map(({ data }) => data)).toEqual([
    [-100, null, -900],
    [800, null, 1200],
  ]);
  expect(new Set(series.slice(1).map(({ stack }) => stack)).size).toBe(1);
  expect(series.map(({ areaStyle }) => areaStyle !== undefined)).toEqual([false, false, true]);
  expect(yAxis[0]).toMatchObject({ min: -1000, max: 800 });
});

test('a line with one value per step has no band', () => {
  const data = [1, null, 3];
  expect(optionOf({ name: 'Production', unit: 'W', data, band: { least: data, greatest: data } }).series).toHaveLength(
    1,
  );
  expect(optionOf({ name: 'Production', unit: 'W', data }).series).toHaveLength(1);
});

test('four units have an axis each, two on each side, and lines of a fifth unit are not drawn', () => {
  const units = ['W', 'V', 'Hz', 'degC', 'A'];
  const { yAxis, series } = optionOf(...units.map((unit) => ({ name: `Quantity ${unit}`, unit, data: [1, 2, 3] })));
  expect(yAxis.map(({ position, offset }) => `${position} ${offset}`)).toEqual([
    ...['left 0', 'right 0', 'left 56', 'right 56'],
  ]);
  expect(series).toHaveLength(4);
});
