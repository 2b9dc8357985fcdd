// Bars of several flows: adjacent, on one axis that fits the largest; a gap is where no flow has a value.
import { expect, test } from 'vitest';
import type { EnergySlot } from './energyOption.ts';
import { flowOption } from './flowOption.ts';
import type { Ink } from './ink.ts';

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
  yAxis: { max: number };
  series: { name: string; stack: string; itemStyle: { color: string }; data: unknown[] }[];
}

test('each flow has bars of its own colour, incomplete bars have a pattern, and a gap is hatched once', () => {
  const { yAxis, series } = flowOption(
    [
      { name: 'From grid', ink: 'fromGrid', slots: [slot(1, 2), slot(2, null), slot(3, 0)] },
      { name: 'To grid', ink: 'toGrid', slots: [slot(1, 17, 0.4), slot(2, null), slot(3, null)] },
    ],
    { ink, widthPx: 800, tooltip: () => document.createElement('div') },
  ) as unknown as ChartOption;
  expect(yAxis.max).toBeGreaterThanOrEqual(17);
  expect(series.map(({ name, itemStyle }) => [name, itemStyle.color])).toEqual([
    ['From grid', 'ink-fromGrid'],
    ['To grid', 'ink-toGrid'],
    ['gap', 'ink-hover'],
  ]);
  expect(series[0]!.data).toEqual([2, null, 0]);
  expect(series[1]!.data).toMatchObject([{ value: 17, itemStyle: { decal: {} } }, null, null]);
  expect(series[2]!.data).toEqual([null, yAxis.max, null]);
  expect(new Set(series.map(({ stack }) => stack)).size).toBe(2);
});
