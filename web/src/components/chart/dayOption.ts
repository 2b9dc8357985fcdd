// A day's lines with how far the values of each slot lie apart, as an ECharts option: the lines of powerOption, a band behind each.
import type { EChartsOption, LineSeriesOption } from 'echarts';
import { type ChartLine, type Drawing, type PowerView, powerOption } from './powerOption.ts';

export interface Band {
  least: readonly (number | null)[];
  greatest: readonly (number | null)[];
}

/** A line with its band; none: each slot is one value, or nobody asked. */
export interface BandedLine extends ChartLine {
  band?: Band | undefined;
}

/** Whether any slot holds values that differ. */
export const isWide = ({ least, greatest }: Band): boolean => least.some((value, slot) => value !== greatest[slot]);

export function dayOption(
  view: Omit<PowerView, 'lines'> & { lines: readonly BandedLine[] },
  drawing: Drawing,
): EChartsOption {
  const banded = view.lines.filter(({ band }) => band && isWide(band));
  // As lines of their own they have their place on the axes.
  const ends = banded.flatMap(({ band, ...line }) => [
    { ...line, name: `${line.name} least`, isArea: false, data: band!.least },
    { ...line, name: `${line.name} greatest`, isArea: false, data: band!.greatest },
  ]);
  const option = powerOption({ ...view, lines: [...view.lines, ...ends] }, drawing);
  // Every one of them is a line.
  const series = option.series as LineSeriesOption[];
  const first = series.length - ends.length;
  return {
    ...option,
    series: series.map((one, place) => {
      if (place < first) return one;
      const { band, ink } = banded[Math.floor((place - first) / 2)]!;
      const isGreatest = (place - first) % 2 === 1;
      return {
        ...one,
        // The band is what the greatest adds to the least.
        data: isGreatest
          ? band!.greatest.map((value, slot) => (value === null ? null : value - band!.least[slot]!))
          : [...band!.least],
        stack: `band ${Math.floor((place - first) / 2)}`,
        stackStrategy: 'all' as const,
        showSymbol: false,
        lineStyle: { width: 0 },
        z: 1,
        ...(isGreatest ? { areaStyle: { color: drawing.ink[ink], opacity: 0.22, origin: 'auto' as const } } : {}),
      };
    }),
  };
}
