// Converts an energy chart of the wire to slots: the period of each bar, future periods, and the previous year's energy.
import type { Response } from '@heliograph/contract/calls.ts';
import type { Comparison } from '@heliograph/contract/entities/statistics.ts';
import { locale } from '../../i18n/language.ts';
import { type EnergySlot, isGap, isNotDue } from '../chart/energyOption.ts';
import type { Bars } from './search.ts';

type Answer = Response<'site/statistics/echarts'>;
/** Charts of devices have no money. */
type Chart = Pick<Answer, 'series' | 'xAxisIso' | 'provenance' | 'yearBefore'> & Partial<Pick<Answer, 'money'>>;

/** Length of the period at the beginning of the ISO text. */
const LENGTH: Record<Bars, number> = { day: 10, month: 7, year: 4, lifetime: 7 };

function formatPeriod(period: string, options: Intl.DateTimeFormatOptions, language: string): string {
  const [year, month = '01', day = '01'] = period.split('-');
  return new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(
    Date.UTC(Number(year), Number(month) - 1, Number(day)),
  );
}

export function periodLabel(period: string, bars: Bars, isLong: boolean, language = locale): string {
  if (bars === 'year') return period;
  if (bars === 'day') {
    return isLong
      ? formatPeriod(period, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }, language)
      : String(Number(period.slice(8, 10)));
  }
  if (isLong) return formatPeriod(period, { month: 'long', year: 'numeric' }, language);
  return formatPeriod(period, bars === 'month' ? { month: 'short' } : { month: 'short', year: '2-digit' }, language);
}

/** Returns the slots of a chart. `today` is the plant's day, `since` the day of its commissioning, if known. Only months are compared with the previous year, each by its days with data in both years. */
export function energySlots(chart: Chart, bars: Bars, today: string, since?: string | null): EnergySlot[] {
  const length = LENGTH[bars];
  const data = chart.series.find(({ name }) => /production|energy/i.test(name))?.data ?? chart.series[0]?.data ?? [];
  const compared = bars === 'month' && chart.yearBefore?.all ? chart.yearBefore.bars : null;
  const slots = chart.xAxisIso.map((iso, slot): EnergySlot => {
    const period = iso.slice(0, length);
    const energyKwh = data[slot] ?? null;
    const provenance = chart.provenance[slot] ?? null;
    return {
      period,
      label: periodLabel(period, bars, false),
      longLabel: periodLabel(period, bars, true),
      energyKwh,
      provenance,
      ...(compared ? previousOf(compared[slot]) : {}),
      ...(chart.money?.[slot] && { money: chart.money[slot] }),
      isOutside:
        period > today.slice(0, length) ||
        isNotDue({ energyKwh, provenance }) ||
        (energyKwh === null && !!since && period < since.slice(0, length)),
    };
  });
  // The plant's lifetime begins with its first value: earlier slots are not gaps.
  const begin = slots.findIndex(({ energyKwh }) => energyKwh !== null);
  return (bars === 'lifetime' || bars === 'year') && begin > 0 ? slots.slice(begin) : slots;
}

function previousOf(comparison: Comparison | undefined): Pick<EnergySlot, 'previousKwh' | 'change'> {
  if (!comparison) return { previousKwh: null, change: null };
  const { energy, before } = comparison;
  return { previousKwh: before, change: before > 0 ? energy / before - 1 : null };
}

export interface EnergySummary {
  /** Null when no slot has a value. */
  totalKwh: number | null;
  /** Mean of the slots with a value. */
  meanKwh: number | null;
  best: EnergySlot | null;
  gaps: number;
}

export function summaryOf(slots: readonly EnergySlot[]): EnergySummary {
  const measured = slots.filter((slot) => slot.energyKwh !== null);
  const total = measured.reduce((sum, slot) => sum + slot.energyKwh!, 0);
  return {
    totalKwh: measured.length > 0 ? total : null,
    meanKwh: measured.length > 0 ? total / measured.length : null,
    best: measured.reduce<EnergySlot | null>(
      (top, slot) => (top && top.energyKwh! >= slot.energyKwh! ? top : slot),
      null,
    ),
    gaps: slots.filter(isGap).length,
  };
}
