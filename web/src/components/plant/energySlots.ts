// Turns an energy chart of the wire into slots: which period each bar is, what is still to come, what the year before gave.
import type { Response } from '@heliograph/contract/calls.ts';
import type { Comparison } from '@heliograph/contract/entities/statistics.ts';
import { locale } from '../../i18n/language.ts';
import { type EnergySlot, isGap, isNotDue } from '../chart/energyOption.ts';
import type { Bars } from './search.ts';

type Answer = Response<'site/statistics/echarts'>;
/** Charts of devices tell no money. */
type Chart = Pick<Answer, 'series' | 'xAxisIso' | 'provenance' | 'yearBefore'> & Partial<Pick<Answer, 'money'>>;

/** How much of the ISO text names the period. */
const LENGTH: Record<Bars, number> = { day: 10, month: 7, year: 4, lifetime: 7 };

function write(period: string, options: Intl.DateTimeFormatOptions, language: string): string {
  const [year, month = '01', day = '01'] = period.split('-');
  return new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(
    Date.UTC(Number(year), Number(month) - 1, Number(day)),
  );
}

export function periodLabel(period: string, bars: Bars, isLong: boolean, language = locale): string {
  if (bars === 'year') return period;
  if (bars === 'day') {
    return isLong
      ? write(period, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }, language)
      : String(Number(period.slice(8, 10)));
  }
  if (isLong) return write(period, { month: 'long', year: 'numeric' }, language);
  return write(period, bars === 'month' ? { month: 'short' } : { month: 'short', year: '2-digit' }, language);
}

/** `today` is the plant's, `since` the day it went into service, where that is known. Only months stand beside the year before, each by its days that have data in both years. */
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
      ...(compared ? beside(compared[slot]) : {}),
      ...(chart.money?.[slot] && { money: chart.money[slot] }),
      isOutside:
        period > today.slice(0, length) ||
        isNotDue({ energyKwh, provenance }) ||
        (energyKwh === null && !!since && period < since.slice(0, length)),
    };
  });
  // The plant's life begins with its first figure: what lies before is no gap.
  const begin = slots.findIndex(({ energyKwh }) => energyKwh !== null);
  return (bars === 'lifetime' || bars === 'year') && begin > 0 ? slots.slice(begin) : slots;
}

function beside(comparison: Comparison | undefined): Pick<EnergySlot, 'previousKwh' | 'change'> {
  if (!comparison) return { previousKwh: null, change: null };
  const { energy, before } = comparison;
  return { previousKwh: before, change: before > 0 ? energy / before - 1 : null };
}

export interface EnergySummary {
  /** null when no slot has a value. */
  totalKwh: number | null;
  /** Mean of the slots that have a value. */
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
