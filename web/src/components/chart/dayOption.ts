// A day's lines with a min-max band per line as an ECharts option: the lines of powerOption, each with a band behind it.
import type { EChartsOption, LineSeriesOption } from 'echarts';
import { type ChartLine, type Drawing, type PowerView, powerOption } from './powerOption.ts';

export interface Band {
  least: readonly (number | null)[];
  greatest: readonly (number | null)[];
}

/** A line with its band; without one, each slot is a single value or no band was requested. */
export interface BandedLine extends ChartLine {
  band?: Band | undefined;
}

/** Returns whether any slot has different lowest and highest values. */
export const isWide = ({ least, greatest }: Band): boolean => least.some((value, slot) => value !== greatest[slot]);

export function dayOption(
  view: Omit<PowerView, 'lines'> & { lines: readonly BandedLine[] },
  drawing: Drawing,
): EChartsOption {
  const banded = view.lines.filter(({ band }) => band && isWide(band));
  // The ends are lines of their own, so that the axes have room for them.
  const ends = banded.flatMap(({ band, ...line }) => [
    { ...line, name: `${line.name} least`, isArea: false, data: band!.least },
    { ...line, name: `${line.name} greatest`, isArea: false, data: band!.greatest },
  ]);
  const option = powerOption({ ...view, lines: [...view.lines, ...ends] }, drawing);
  // Every series is a line.
  const series = option.series as LineSeriesOption[];
  const first = series.length - ends.length;
  return {
    ...option,
    series: series.map((line, index) => {
      if (index < first) return line;
      const { band, ink } = banded[Math.floor((index - first) / 2)]!;
      const isGreatest = (index - first) % 2 === 1;
      return {
        ...line,
        // The band is stacked: the highest minus the lowest value, on top of the lowest.
        data: isGreatest
          ? band!.greatest.map((value, slot) => (value === null ? null : value - band!.least[slot]!))
          : [...band!.least],
        stack: `band ${Math.floor((index - first) / 2)}`,
        stackStrategy: 'all' as const,
        showSymbol: false,
        lineStyle: { width: 0 },
        z: 1,
        ...(isGreatest ? { areaStyle: { color: drawing.ink[ink], opacity: 0.22, origin: 'auto' as const } } : {}),
      };
    }),
  };
}
