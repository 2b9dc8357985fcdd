// Mirrored stacks of several flows on one axis that fits both sides; a gap is where no flow has a value.
import { expect, test } from 'vitest';
import type { EnergySlot } from './energyOption.ts';
import { flowOption } from './flowOption.ts';
import type { Ink, InkName } from './ink.ts';

const ink = new Proxy({}, { get: (_, name) => `ink-${String(name)}` }) as Ink;
const slot = (day: number, energyKwh: number | null, completeness = 1): EnergySlot => ({
  period: `2026-11-0${day}`,
  label: String(day),
  longLabel: `day ${day}`,
  energyKwh,
  provenance: { source: energyKwh === null ? 'none' : 'counted', completeness },
  isOutside: false,
});
interface ChartOption {
  yAxis: { min: number; max: number; axisLabel: { formatter: (value: number) => string } };
  series: { name: string; stack: string; itemStyle: { color: string }; data: unknown[] }[];
}
const flow = (name: string, inkName: InkName, isBelow: boolean, ...slots: EnergySlot[]) =>
  ({ name, ink: inkName, isBelow, isDirect: false, slots }) as const;
const drawing = { ink, widthPx: 800, tooltip: () => document.createElement('div') };

test('each flow has its own colour in one stack, incomplete bars have a pattern, and a gap is hatched once', () => {
  const { yAxis, series } = flowOption(
    [
      flow('From grid', 'fromGrid', false, slot(1, 2), slot(2, null), slot(3, 0)),
      flow('To grid', 'toGrid', true, slot(1, 17, 0.4), slot(2, null), slot(3, null)),
    ],
    drawing,
  ) as unknown as ChartOption;
  expect(yAxis.max).toBeGreaterThanOrEqual(2);
  expect(yAxis.min).toBeLessThanOrEqual(-17);
  expect(yAxis.axisLabel.formatter(-10)).toBe('10');
  expect(series.map(({ name, itemStyle }) => [name, itemStyle.color])).toEqual([
    ['From grid', 'ink-fromGrid'],
    ['To grid', 'ink-toGrid'],
    ['gap', 'ink-hover'],
  ]);
  expect(series[0]!.data).toEqual([2, null, 0]);
  expect(series[1]!.data).toMatchObject([{ value: -17, itemStyle: { decal: {} } }, null, null]);
  expect(series[2]!.data).toEqual([null, expect.any(Number), null]);
  expect(new Set(series.map(({ stack }) => stack)).size).toBe(1);
});

test('the axis fits the sum of a stack and the other period, whose bars stand beside it', () => {
  const { yAxis, series } = flowOption(
    [flow('Discharge', 'discharge', false, slot(1, 6)), flow('From grid', 'fromGrid', false, slot(1, 6))],
    drawing,
    { above: [9], below: [30] },
  ) as unknown as ChartOption;
  expect(yAxis.max).toBeGreaterThanOrEqual(12);
  expect(yAxis.min).toBeLessThanOrEqual(-30);
  expect(series.filter(({ name }) => name === 'before').map(({ stack, data }) => [stack, data])).toEqual([
    ['before', [9]],
    ['before', [-30]],
  ]);
});
