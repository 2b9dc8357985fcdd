// A home's day as an ECharts option: stacked areas behind the line of consumption, on the axes of a day's lines, with a second axis for the state of charge.
import type { EChartsOption, LineSeriesOption, YAXisComponentOption } from 'echarts';
import { CHARGE_STEPS, homeFrame } from './homePicture.ts';
import { edgesOf, type HomeView } from './homeView.ts';
import { FONT } from './ink.ts';
import { type Drawing, powerOption, STACK_OPACITY } from './powerOption.ts';

export function homeOption(view: HomeView, drawing: Drawing): EChartsOption {
  const { ink } = drawing;
  const option = powerOption(edgesOf(view), drawing);
  // Every series is a line; the first is consumption with the marks.
  const [consumption] = option.series as LineSeriesOption[];
  const font = { fontFamily: FONT, fontSize: 12, color: ink.muted };
  const frame = homeFrame(view);
  return {
    ...option,
    grid: frame
      ? { left: frame.left, right: frame.right, top: frame.top, bottom: frame.bottom, outerBoundsMode: 'none' }
      : option.grid!,
    yAxis: [
      ...(option.yAxis as YAXisComponentOption[]),
      {
        type: 'value',
        show: view.charge !== undefined,
        name: '%',
        nameGap: 10,
        nameTextStyle: { ...font, align: 'left', padding: [0, 8] },
        position: 'right',
        ...CHARGE_STEPS,
        axisLine: { show: false },
        axisTick: { show: false },
        splitLine: { show: false },
        axisLabel: font,
      },
    ],
    series: [
      { ...consumption, z: 4 },
      ...view.stacked.map(({ line, from, to }) => ({
        type: 'line' as const,
        name: line.label,
        data: to.map((end, slot) => (end === null ? null : end - from[slot]!)),
        stack: to.some((end) => end !== null && end < 0) ? 'below' : 'above',
        symbol: 'none',
        silent: true,
        lineStyle: { width: 0 },
        itemStyle: { color: ink[line.ink] },
        areaStyle: { color: ink[line.ink], opacity: STACK_OPACITY },
      })),
      ...(view.charge
        ? [
            {
              type: 'line' as const,
              name: view.charge.label,
              yAxisIndex: 1,
              data: [...view.charge.data],
              symbol: 'none',
              silent: true,
              z: 3,
              itemStyle: { color: ink[view.charge.ink] },
              lineStyle: {
                color: ink[view.charge.ink],
                width: 1.5,
                type: view.charge.dash === 'solid' ? ('solid' as const) : [...view.charge.dash],
              },
            },
          ]
        : []),
    ],
  };
}
