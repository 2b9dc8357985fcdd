// Bars of the period that the energy view compares with, in the slots of the shown one.
import type { Response } from '@heliograph/contract/calls.ts';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import type { EnergySlot } from '../../../components/chart/energyOption.ts';
import type { ComparedLines, FlowLine } from '../../../components/FlowBars.tsx';
import { energySlots } from '../../../components/plant/energySlots.ts';
import { flowLines } from '../../../components/plant/flowLines.ts';
import type { RangeBars, SiteSearch } from '../../../components/plant/search.ts';
import { dayText } from '../../../format/times.ts';
import { comparedPeriod } from './comparedPeriod.ts';

interface Shown {
  sid: string;
  by: NonNullable<SiteSearch['by']>;
  ofRange: RangeBars;
  from: string;
  to: string;
  year: number;
  today: string;
  chart: Response<'site/statistics/echarts'> | undefined;
  slots: readonly EnergySlot[] | undefined;
  flows: readonly FlowLine[] | null;
}

/** Whether these bars can be compared with those of another period. */
export const mayCompare = ({ by, ofRange }: Pick<Shown, 'by' | 'ofRange'>): boolean =>
  by !== 'lifetime' && (by !== 'range' || ofRange !== 'year');

export interface Compared {
  label: string;
  /** Production, with the energy of the other period beside each bar. */
  slots: readonly EnergySlot[];
  lines: ComparedLines | undefined;
}

/** Returns null without a comparison, or while it is loading. */
export function useCompared(shown: Shown, compare: string | undefined): Compared | null {
  const { t } = useTranslation();
  const { sid, by, ofRange, year, today, chart, slots, flows } = shown;
  const isOn = compare !== undefined && mayCompare(shown);
  const byMonth = by === 'month' || (by === 'range' && ofRange === 'month');
  const span = by === 'month' ? { from: `${year}-01-01`, to: `${year}-12-31` } : { from: shown.from, to: shown.to };
  const other = isOn && by !== 'year' && by !== 'lifetime' ? comparedPeriod({ by, ...span }, compare, today) : null;
  const { data } = useCall(
    'site/statistics/echarts',
    { sid, types: byMonth ? 5 : 3, rangeDate: other ? `${other.from}~${other.to}` : '' },
    { enabled: other !== null },
  );
  if (!isOn || !slots || !chart) return null;
  if (by === 'year') {
    // Each year beside the one before it.
    const before = <Slots extends readonly EnergySlot[]>(all: Slots) => [NONE, ...all.slice(0, -1)];
    const label = t('energy.yearBefore');
    const lines = flows && { label, lines: flows.map((line) => ({ ...line, slots: before(line.slots) })) };
    return { label, slots: withBeside(slots, before(slots)), lines: lines ?? undefined };
  }
  if (!data || !other) return null;
  const bars = byMonth ? 'month' : 'day';
  // Leading periods without any value are not drawn.
  const from = (drawn: number) => chart.xAxisIso.length - drawn;
  const label = `${dayText(other.from)} – ${dayText(other.to)}`;
  return {
    label,
    slots: withBeside(slots, energySlots({ ...data, yearBefore: null }, bars, today).slice(from(slots.length))),
    lines: flows
      ? {
          label,
          lines: flowLines(data, bars, today).map((line) => ({
            ...line,
            slots: line.slots.slice(from(flows[0]?.slots.length ?? 0)),
          })),
        }
      : undefined,
  };
}

/** Before the first year. */
const NONE: EnergySlot = {
  period: '',
  label: '',
  longLabel: '',
  energyKwh: null,
  provenance: null,
  isOutside: true,
};

const withBeside = (slots: readonly EnergySlot[], others: readonly EnergySlot[]): EnergySlot[] =>
  slots.map((slot, index) => {
    const previousKwh = others[index]?.energyKwh ?? null;
    const change = previousKwh && slot.energyKwh !== null ? slot.energyKwh / previousKwh - 1 : null;
    return { ...slot, previousKwh, change };
  });
