// Adjacent bars of several flows as an ECharts option, on the axes of bars of a single flow.
import type { EChartsOption } from 'echarts';
import { type EnergySlot, energyOption, incomplete, isIncomplete } from './energyOption.ts';
import type { InkName } from './ink.ts';
import type { Drawing } from './powerOption.ts';

export interface DrawnFlow {
  name: string;
  ink: InkName;
  slots: readonly EnergySlot[];
}

/** Returns the largest value of each group, so that the axis fits; a gap is where no flow has a value. */
export const greatestOf = (lines: readonly Pick<DrawnFlow, 'slots'>[]): EnergySlot[] =>
  (lines[0]?.slots ?? []).map((slot, index) => ({
    ...slot,
    provenance: null,
    energyKwh: lines.reduce<number | null>((max, { slots }) => {
      const value = slots[index]?.energyKwh ?? null;
      return value === null ? max : Math.max(max ?? 0, value);
    }, null),
  }));

export function flowOption(lines: readonly DrawnFlow[], drawing: Drawing): EChartsOption {
  const { series, ...axes } = energyOption(greatestOf(lines), drawing);
  const gaps = Array.isArray(series) ? series.filter(({ name }) => name === 'gap') : [];
  return {
    ...axes,
    series: [
      ...lines.map(({ name, ink, slots }, index) => ({
        type: 'bar' as const,
        name,
        // Gaps are stacked on the first flow.
        stack: index === 0 ? 'period' : name,
        silent: true,
        barMinHeight: 2,
        barMaxWidth: 24,
        barGap: '10%',
        barCategoryGap: '28%',
        itemStyle: { color: drawing.ink[ink], borderRadius: [2, 2, 0, 0] },
        data: slots.map((slot) =>
          isIncomplete(slot)
            ? { value: slot.energyKwh, itemStyle: { decal: incomplete(drawing.ink) } }
            : slot.energyKwh,
        ),
      })),
      ...gaps,
    ],
  };
}
