// Bars of energy: a gap differs from zero, an incomplete bar is marked, the unit is on the axis.
import { describe, expect, test } from 'vitest';
import { csvText } from '../csv.ts';
import { type EnergySlot, energyOption, isGap, isIncomplete } from './energyOption.ts';
import { fileName } from './fileName.ts';
import type { Ink } from './ink.ts';

const ink = new Proxy({}, { get: (_, name) => `ink-${String(name)}` }) as Ink;
const slot = (day: number, energyKwh: number | null, extra: Partial<EnergySlot> = {}): EnergySlot => ({
  period: `2026-11-${String(day).padStart(2, '0')}`,
  label: String(day),
  longLabel: `day ${day}`,
  energyKwh,
  provenance: { source: energyKwh === null ? 'none' : 'counted', completeness: energyKwh === null ? 0 : 1 },
  isOutside: false,
  ...extra,
});
interface ChartOption {
  yAxis: { name: string; min: number; max: number };
  xAxis: { axisLabel: { formatter: (period: string) => string; interval: (index: number) => boolean } };
  series: {
    name: string;
    data: (number | null | { value: number; itemStyle: { decal: unknown } })[];
    barMinHeight?: number;
  }[];
}
const optionOf = (slots: EnergySlot[], widthPx = 800) =>
  energyOption(slots, { ink, widthPx, tooltip: () => document.createElement('div') }) as unknown as ChartOption;
const seriesOf = (chart: ChartOption, name: string) => chart.series.find((series) => series.name === name)!;

describe('gaps', () => {
  const slots = [slot(1, 12), slot(2, null), slot(3, 0), slot(4, null, { isOutside: true })];
  test('have a hatched area and no bar, while a zero has a thin bar and no area', () => {
    const chart = optionOf(slots);
    expect(seriesOf(chart, 'production').data).toEqual([12, null, 0, null]);
    expect(seriesOf(chart, 'production').barMinHeight).toBeGreaterThan(0);
    expect(seriesOf(chart, 'gap').data).toEqual([null, chart.yAxis.max, null, null]);
  });
  test('in a whole range are reported as text, without a pattern or scale', () => {
    const chart = optionOf([slot(1, null), slot(2, null)]);
    expect(seriesOf(chart, 'gap').data).toEqual([null, null]);
    expect(chart.yAxis).toMatchObject({ name: '', axisLabel: { show: false } });
    // Values of the previous year give a scale.
    expect(optionOf([slot(1, null, { previousKwh: 3 })]).yAxis.name).toBe('kWh');
  });
  test('do not include future days', () => expect(slots.map(isGap)).toEqual([false, true, false, false]));
});

test('a bar of incomplete data has a pattern', () => {
  const partial = slot(2, 5, { provenance: { source: 'integrated', completeness: 0.71 } });
  expect(isIncomplete(partial)).toBe(true);
  expect(seriesOf(optionOf([slot(1, 9), partial]), 'production').data).toEqual([
    9,
    { value: 5, itemStyle: { decal: expect.anything() } },
  ]);
});

test('the axis shows its unit and starts at zero', () => {
  expect(optionOf([slot(1, 21.4)]).yAxis).toMatchObject({ name: 'kWh', min: 0, max: 25 });
  expect(optionOf([slot(1, 5120)]).yAxis).toMatchObject({ name: 'MWh', max: 6000 });
});

test('the previous year is drawn only where it is compared', () => {
  expect(optionOf([slot(1, 2)]).series.map(({ name }) => name)).not.toContain('previous');
  expect(
    seriesOf(optionOf([slot(1, 2, { previousKwh: 3 }), slot(2, 2, { previousKwh: null })]), 'previous').data,
  ).toEqual([3, null]);
});

test('a narrow screen shows fewer labels', () => {
  const days = Array.from({ length: 31 }, (_, day) => slot(day + 1, 1));
  expect(optionOf(days, 1200).xAxis.axisLabel.interval(1)).toBe(true);
  expect(optionOf(days, 320).xAxis.axisLabel.interval(1)).toBe(false);
});

test('CSV leaves a gap empty, keeps all digits and quotes where needed', () => {
  expect(
    csvText(
      ['Time', 'Power, "AC" (W)'],
      [
        ['2026-11-21T08:00:00+01:00', 0.125],
        ['x', null],
      ],
    ),
  ).toBe('Time,"Power, ""AC"" (W)"\r\n2026-11-21T08:00:00+01:00,0.125\r\nx,');
  expect(fileName('../Dach Süd', '2026-11-21')).toBe('Dach-Süd_2026-11-21');
});

test('the longest label determines how many labels fit on the axis without touching', () => {
  const labelled = (labels: string[], widthPx: number) => {
    const slots = labels.map((label, index) => slot(index + 1, 1, { label }));
    const { interval } = optionOf(slots, widthPx).xAxis.axisLabel;
    const shown = labels.filter((_, index) => interval(index));
    const room = (widthPx - 72) / labels.length;
    const every = labels.length / shown.length;
    return { shown, roomPx: room * every, longest: Math.max(...shown.map(({ length }) => length)) };
  };
  const days = Array.from({ length: 31 }, (_, day) => String(day + 1));
  const months = ['Jan', 'Feb', 'März', 'Apr', 'Mai', 'Juni', 'Juli', 'Aug', 'Sept', 'Okt', 'Nov', 'Dez'];
  for (const labels of [days, months])
    for (const widthPx of [300, 326, 400, 800, 1400]) {
      const { roomPx, longest } = labelled(labels, widthPx);
      expect(roomPx).toBeGreaterThan(longest * 7 + 4);
    }
  expect(labelled(months, 800).shown).toEqual(months);
});
