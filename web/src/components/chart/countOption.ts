// Counts per day or week as bars: the layout that the page draws, and the same as an ECharts option.
import type { EChartsOption } from 'echarts';
import { full } from '../../format/numbers.ts';
import { largestOf, stepsOf } from './axes.ts';
import { barAxes } from './barAxes.ts';
import type { InkName } from './ink.ts';
import type { Drawing } from './powerOption.ts';

export interface CountSlot {
  /** First day of the slot. */
  period: string;
  /** Label under the bar. */
  label: string;
  /** Label in tooltip and table. */
  longLabel: string;
  count: number;
}

export const COUNT_INK: InkName = 'consumption';
const LETTER_PX = 8;
const TOP_PX = 12;
const BOTTOM_PX = 24;
const RIGHT_PX = 8;
const GAP_PX = 8;
const MAX_BAR_PX = 40;
/** Width of a bar as a share of its slot. */
const BAR_SHARE = 0.64;

interface Frame {
  left: number;
  /** Whole numbers only. */
  steps: number[];
  end: number;
  /** Number of bars per label. */
  every: number;
}

function frameOf(slots: readonly CountSlot[], widthPx: number): Frame {
  const { step, end: rough } = stepsOf(largestOf([slots.map(({ count }) => count)]));
  const whole = Math.max(1, step);
  const end = Math.max(whole, Math.ceil(rough / whole) * whole);
  const steps = Array.from({ length: Math.round(end / whole) + 1 }, (_, n) => n * whole);
  const left = GAP_PX + Math.max(...steps.map((value) => full(value, 0).length)) * LETTER_PX;
  const labelPx = Math.max(1, ...slots.map(({ label }) => label.length)) * LETTER_PX + GAP_PX;
  const roomPx = Math.max(1, widthPx - left - RIGHT_PX) / Math.max(1, slots.length);
  return { left, steps, end, every: Math.max(1, Math.ceil(labelPx / roomPx)) };
}

export interface CountPicture {
  left: number;
  right: number;
  steps: { y: number; text: string }[];
  bars: { key: string; x: number; y: number; width: number; height: number }[];
  labels: { key: string; x: number; text: string }[];
  labelY: number;
}

export function countPicture(slots: readonly CountSlot[], widthPx: number, heightPx: number): CountPicture {
  const { left, steps, end, every } = frameOf(slots, widthPx);
  const right = widthPx - RIGHT_PX;
  const bottom = heightPx - BOTTOM_PX;
  const yOf = (value: number) => bottom - ((bottom - TOP_PX) * value) / end;
  const room = (right - left) / Math.max(1, slots.length);
  const width = Math.min(MAX_BAR_PX, room * BAR_SHARE);
  const middle = (n: number) => left + room * (n + 0.5);
  return {
    left,
    right,
    steps: steps.map((value) => ({ y: yOf(value), text: full(value, 0) })),
    bars: slots.flatMap(({ period, count }, n) =>
      count > 0 ? [{ key: period, x: middle(n) - width / 2, y: yOf(count), width, height: bottom - yOf(count) }] : [],
    ),
    labels: slots.flatMap(({ period, label }, n) =>
      n % every === 0 ? [{ key: period, x: middle(n), text: label }] : [],
    ),
    labelY: bottom + 16,
  };
}

export function countOption(slots: readonly CountSlot[], { ink, widthPx, tooltip }: Drawing): EChartsOption {
  const { left, steps, end, every } = frameOf(slots, widthPx);
  return {
    ...barAxes(slots, { ink, tooltip }, every, {
      type: 'value',
      max: end,
      interval: steps[1] ?? 1,
      axisLabel: { formatter: (value: number) => full(value, 0) },
    }),
    grid: { left, right: RIGHT_PX, top: TOP_PX, bottom: BOTTOM_PX },
    series: [
      {
        type: 'bar',
        name: 'count',
        silent: true,
        barMaxWidth: MAX_BAR_PX,
        barCategoryGap: `${(1 - BAR_SHARE) * 100}%`,
        itemStyle: { color: ink[COUNT_INK], borderRadius: [2, 2, 0, 0] },
        data: slots.map(({ count }) => count),
      },
    ],
  };
}
