// Mirrored stacks of several flows as an ECharts option, on the axes of bars of a single flow.
import type { EChartsOption, YAXisComponentOption } from 'echarts';
import { full } from '../../format/numbers.ts';
import { scaleOf } from './axes.ts';
import { type EnergySlot, energyOption, incomplete, isIncomplete } from './energyOption.ts';
import type { InkName } from './ink.ts';
import { type MirroredLine, sumsOf } from './mirrored.ts';
import type { Drawing } from './powerOption.ts';

export interface DrawnFlow extends MirroredLine {
  ink: InkName;
}

/** Sums above and below zero of another period, as grey bars beside each stack. */
export interface Ghost {
  above: readonly (number | null)[];
  below: readonly (number | null)[];
}

const largerOf = (one: number | null | undefined, other: number | null | undefined): number | null =>
  one == null ? (other ?? null) : Math.max(one, other ?? 0);

/** Returns the larger side of each stack, so that the axis fits; a gap is where no flow has a value. */
export function extentOf(lines: readonly MirroredLine[]): EnergySlot[] {
  const [above, below] = [sumsOf(lines, false), sumsOf(lines, true)];
  return (lines[0]?.slots ?? []).map((slot, index) => ({
    ...slot,
    provenance: null,
    energyKwh: largerOf(above[index], below[index]),
  }));
}

export function flowOption(lines: readonly DrawnFlow[], drawing: Drawing, ghost?: Ghost): EChartsOption {
  const { ink } = drawing;
  const [above, below] = [sumsOf(lines, false), sumsOf(lines, true)];
  const extent = extentOf(lines).map((slot, index) => ({
    ...slot,
    ...(ghost && { previousKwh: largerOf(ghost.above[index], ghost.below[index]) }),
  }));
  const { series, yAxis, ...axes } = energyOption(extent, drawing);
  const axis = yAxis as YAXisComponentOption & { max: number; interval: number };
  const gaps = Array.isArray(series) ? series.filter(({ name }) => name === 'gap') : [];
  const stepsTo = (sums: readonly (number | null)[]): number =>
    axis.interval * Math.ceil(Math.max(0, ...sums.map((kWh) => kWh ?? 0)) / axis.interval - 1e-9);
  const max = stepsTo([...above, ...(ghost?.above ?? [])]);
  const min = -stepsTo([...below, ...(ghost?.below ?? [])]);
  const { by } = scaleOf('kWh', axis.max);
  const bars = { type: 'bar' as const, silent: true, barMaxWidth: 40, barGap: '15%', barCategoryGap: '28%' };
  return {
    ...axes,
    yAxis: {
      ...axis,
      min,
      max: max === min ? axis.max : max,
      axisLabel: { ...axis.axisLabel, formatter: (value: number) => full(Math.abs(value) / by, 2) },
    } as YAXisComponentOption,
    series: [
      ...(ghost
        ? [ghost.above, ghost.below.map((kWh) => (kWh === null ? null : -kWh))].map((data) => ({
            ...bars,
            name: 'before',
            stack: 'before',
            barMaxWidth: 24,
            itemStyle: { color: ink.borderStrong, opacity: 0.55 },
            data: [...data],
          }))
        : []),
      ...lines.map(({ name, ink: inkName, slots, isBelow }) => ({
        ...bars,
        name,
        // Gaps are stacked with the bars.
        stack: 'period',
        itemStyle: { color: ink[inkName] },
        data: slots.map((slot) => {
          const value = slot.energyKwh === null ? null : isBelow ? -slot.energyKwh : slot.energyKwh;
          return isIncomplete(slot) ? { value, itemStyle: { decal: incomplete(ink) } } : value;
        }),
      })),
      ...gaps,
    ],
  };
}
