// Bars of energy as an ECharts option: one bar per day, month or year; a slot without data is a hatched gap, never a zero.
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
  /** Label under the bar. */
  label: string;
  /** Label in tooltip and table. */
  longLabel: string;
  energyKwh: number | null;
  provenance: Provenance | null;
  /** kWh a year earlier, of the days that have data in both years; undefined without a comparison. */
  previousKwh?: number | null;
  /** Relative change on these days, as a share. */
  change?: number | null;
  /** Value of the bar's energy, and cost of imported energy; undefined when not requested or not permitted. */
  money?: { worth: number | null; importCost: number | null; fixedCharge: number | null };
  /** In the future, not due yet, or before the plant was commissioned: neither a bar nor a gap. */
  isOutside: boolean;
}

/** Returns whether there are no data and none are due yet. */
export const isNotDue = ({ energyKwh, provenance }: Pick<EnergySlot, 'energyKwh' | 'provenance'>): boolean =>
  energyKwh === null && provenance?.notDue === true;

/** Share of daylight with data below which a bar is marked as incomplete. */
const COMPLETE_SHARE = 0.95;
export const isIncomplete = ({ energyKwh, provenance }: EnergySlot): boolean =>
  energyKwh !== null && provenance !== null && provenance.source !== 'none' && provenance.completeness < COMPLETE_SHARE;
export const isGap = ({ energyKwh, isOutside }: EnergySlot): boolean => energyKwh === null && !isOutside;

const hatch = (color: string, rotation: number) => ({
  symbol: 'rect',
  symbolSize: 1,
  color,
  dashArrayX: [1, 0],
  dashArrayY: [2, 5],
  rotation,
});
/** Returns the pattern of a bar with missing data. */
export const incomplete = (ink: Ink) => hatch(ink.surface, -Math.PI / 4);

/** Maximum width of a character of a label, and gap between two labels. */
const LETTER_PX = 8;
const LABEL_GAP_PX = 8;

export function energyOption(slots: readonly EnergySlot[], { ink, widthPx, tooltip }: Drawing): EChartsOption {
  const hasPrevious = slots.some(({ previousKwh }) => previousKwh !== undefined);
  const largest = largestOf([
    slots.map(({ energyKwh }) => energyKwh),
    slots.map(({ previousKwh }) => previousKwh ?? null),
  ]);
  /** No data at all, which is reported as text over the drawing: neither a scale nor a pattern. */
  const isBlank = slots.every(({ energyKwh, previousKwh }) => energyKwh === null && (previousKwh ?? null) === null);
  const scale = scaleOf('kWh', largest);
  const steps = stepsOf(largest / scale.by);
  const end = steps.end * scale.by;
  // By the longest label: "31" as well as "1", "Sept" as well as "May".
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
      ...(hasPrevious
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
        // A day without production has a thin line, to distinguish it from a gap.
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
