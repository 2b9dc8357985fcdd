// Bars of energy as an ECharts option: a bar a day, month or year; a slot without data is a hatched gap, never a zero.
import type { Provenance } from '@heliograph/contract/entities/statistics.ts';
import type { EChartsOption } from 'echarts';
import { full } from '../../format/numbers.ts';
import { largestOf, scaleOf, stepsOf } from './axes.ts';
import { barAxes } from './barAxes.ts';
import { FONT, type Ink } from './ink.ts';
import type { Drawing } from './powerOption.ts';

export interface EnergySlot {
  /** Day, month or year as "2026-11-21", "2026-11", "2026". */
  period: string;
  /** Under the bar. */
  label: string;
  /** In tooltip and table. */
  longLabel: string;
  energyKwh: number | null;
  provenance: Provenance | null;
  /** A year earlier, of the days that have data in both years; undefined where it is not compared. */
  previousKwh?: number | null;
  /** Of these days, as a share. */
  change?: number | null;
  /** What the bar was worth, and what was bought beside it; undefined where nobody asked, or may see it. */
  money?: { worth: number | null; importCost: number | null; fixedCharge: number | null };
  /** Still to come, not due yet, or before the plant went into service: neither a bar nor a gap. */
  isOutside: boolean;
}

/** Nothing is there, and nothing had to be yet. */
export const isNotDue = ({ energyKwh, provenance }: Pick<EnergySlot, 'energyKwh' | 'provenance'>): boolean =>
  energyKwh === null && provenance?.notDue === true;

/** Below this share of its daylight a bar is marked as incomplete. */
const WHOLE = 0.95;
export const isIncomplete = ({ energyKwh, provenance }: EnergySlot): boolean =>
  energyKwh !== null && provenance !== null && provenance.source !== 'none' && provenance.completeness < WHOLE;
export const isGap = ({ energyKwh, isOutside }: EnergySlot): boolean => energyKwh === null && !isOutside;

const hatch = (color: string, rotation: number) => ({
  symbol: 'rect',
  symbolSize: 1,
  color,
  dashArrayX: [1, 0],
  dashArrayY: [2, 5],
  rotation,
});
/** The pattern of a bar that lacks data. */
export const incomplete = (ink: Ink) => hatch(ink.surface, -Math.PI / 4);

/** Of a label on the axis, at most, and between two of them. */
const LETTER_PX = 8;
const LABEL_GAP_PX = 8;

export function energyOption(slots: readonly EnergySlot[], { ink, widthPx, tooltip }: Drawing): EChartsOption {
  const compares = slots.some(({ previousKwh }) => previousKwh !== undefined);
  const largest = largestOf([
    slots.map(({ energyKwh }) => energyKwh),
    slots.map(({ previousKwh }) => previousKwh ?? null),
  ]);
  /** Told in words over the drawing: neither a scale nor a pattern behind them. */
  const isBlank = slots.every(({ energyKwh, previousKwh }) => energyKwh === null && (previousKwh ?? null) === null);
  const scale = scaleOf('kWh', largest);
  const steps = stepsOf(largest / scale.by);
  const end = steps.end * scale.by;
  // By the longest: "31" stands beside "1", "Sept" beside "May".
  const labelPx = Math.max(1, ...slots.map(({ label }) => label.length)) * LETTER_PX + LABEL_GAP_PX;
  const every = Math.max(1, Math.ceil((slots.length * labelPx) / Math.max(1, widthPx - 72)));
  return {
    ...barAxes(slots, { ink, tooltip }, every, {
      type: 'value',
      name: isBlank ? '' : scale.unit,
      nameGap: 10,
      nameTextStyle: { fontFamily: FONT, fontSize: 12, color: ink.muted, align: 'right', padding: [0, 8] },
      max: end,
      interval: steps.step * scale.by,
      axisLabel: { show: !isBlank, formatter: (value: number) => full(value / scale.by, 2) },
    }),
    grid: { left: 8, right: 8, top: 8, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    series: [
      ...(compares
        ? [
            {
              type: 'bar' as const,
              name: 'previous',
              silent: true,
              data: slots.map(({ previousKwh }) => previousKwh ?? null),
              barMinHeight: 2,
              barMaxWidth: 24,
              itemStyle: { color: ink.borderStrong, opacity: 0.55, borderRadius: [2, 2, 0, 0] },
            },
          ]
        : []),
      {
        type: 'bar',
        name: 'production',
        stack: 'period',
        silent: true,
        // A day that gave nothing keeps a thin line, so that it is told from a gap.
        barMinHeight: 2,
        barMaxWidth: 40,
        barGap: '15%',
        barCategoryGap: '28%',
        itemStyle: { color: ink.production, borderRadius: [2, 2, 0, 0] },
        data: slots.map((slot) =>
          isIncomplete(slot) ? { value: slot.energyKwh, itemStyle: { decal: incomplete(ink) } } : slot.energyKwh,
        ),
      },
      {
        type: 'bar',
        name: 'gap',
        stack: 'period',
        silent: true,
        data: slots.map((slot) => (isGap(slot) && !isBlank ? end : null)),
        itemStyle: { color: ink.hover, decal: hatch(ink.borderStrong, Math.PI / 4) },
      },
    ],
  };
}
