// The ECharts option shared by all bar charts: one slot per bar, labels where they have room, and the tooltip of a slot.
import type { EChartsOption, YAXisComponentOption } from 'echarts';
import { FONT } from './ink.ts';
import type { Drawing } from './powerOption.ts';

interface Slot {
  period: string;
  label: string;
}

/** `every`: number of bars per label; `value`: the value axis. */
export function barAxes(
  slots: readonly Slot[],
  { ink, tooltip }: Pick<Drawing, 'ink' | 'tooltip'>,
  every: number,
  value: YAXisComponentOption & { type: 'value' },
): EChartsOption {
  const font = { fontFamily: FONT, fontSize: 12, color: ink.muted };
  return {
    animation: false,
    textStyle: { fontFamily: FONT },
    tooltip: {
      trigger: 'axis',
      confine: true,
      transitionDuration: 0,
      backgroundColor: ink.surface,
      borderColor: ink.border,
      textStyle: { color: ink.text, fontSize: 12 },
      axisPointer: { type: 'shadow', shadowStyle: { color: ink.border, opacity: 0.35 } },
      formatter: (params) => tooltip((Array.isArray(params) ? params[0] : params)?.dataIndex ?? 0),
    },
    xAxis: {
      type: 'category',
      data: slots.map(({ period }) => period),
      axisLine: { lineStyle: { color: ink.border } },
      axisTick: { show: false },
      axisLabel: {
        ...font,
        interval: (slot: number) => slot % every === 0,
        formatter: (period: string) => slots.find((slot) => slot.period === period)?.label ?? '',
      },
    },
    yAxis: {
      min: 0,
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { lineStyle: { color: ink.border } },
      ...value,
      axisLabel: { ...font, ...value.axisLabel },
    },
  };
}
