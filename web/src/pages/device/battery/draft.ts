// Draft of battery settings while they are edited: amounts may be empty, and a time is any text.
import type { BatteryLimits, BatteryPeriod, BatterySettings } from '@heliograph/contract/batterySettings.ts';
import type { Amount } from '../../../components/AmountInput.tsx';

export interface DraftPeriod extends Pick<BatteryPeriod, 'action'> {
  /** Stable key of its row when rows above are removed. */
  key: number;
  from: string;
  to: string;
  powerW: Amount;
  targetPercent: Amount;
}

export interface Draft extends Pick<BatterySettings, 'mode'> {
  reservePercent: Amount;
  shutdownPercent: Amount;
  peakW: Amount;
  periods: readonly DraftPeriod[];
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');
/** Formats minutes of a day as "HH:MM"; the end of the day is 24:00. */
export const clockText = (minutes: number): string =>
  `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;

/** Parses "7", "7:30", "7.30" or "0730" to minutes of the day; NaN for anything else. */
export function minutesOf(text: string): number {
  const [, hours, minutes = '0'] = /^(\d{1,2})(?:[:.]?(\d{2}))?$/.exec(text.trim()) ?? [];
  if (hours === undefined || Number(minutes) > 59) return Number.NaN;
  return Number(hours) * 60 + Number(minutes);
}

const numberOf = (amount: Amount): number => (amount === '' ? Number.NaN : amount);

export const draftOf = ({ periods, peakW, ...settings }: BatterySettings): Draft => ({
  ...settings,
  peakW: peakW ?? '',
  periods: periods.map(({ fromMin, toMin, ...period }, key) => ({
    ...period,
    key,
    from: clockText(fromMin),
    to: clockText(toMin),
  })),
});

export const settingsOf = ({ periods, ...draft }: Draft, limits: Pick<BatteryLimits, 'peakW'>): BatterySettings => ({
  mode: draft.mode,
  reservePercent: numberOf(draft.reservePercent),
  shutdownPercent: numberOf(draft.shutdownPercent),
  peakW: limits.peakW ? numberOf(draft.peakW) : null,
  periods: periods.map(({ from, to, action, powerW, targetPercent }) => ({
    fromMin: minutesOf(from),
    toMin: minutesOf(to),
    action,
    powerW: numberOf(powerW),
    targetPercent: numberOf(targetPercent),
  })),
});

/** Appends a period that begins where the last one ends. */
export function withPeriod(draft: Draft, limits: BatteryLimits): Draft {
  const last = draft.periods.at(-1);
  const fromMin = last ? minutesOf(last.to) : 120;
  const isKnown = Number.isFinite(fromMin) && fromMin < 1_440;
  const maxW = Math.min(limits.periods?.powerW.max ?? 0, limits.ratedW ?? Number.POSITIVE_INFINITY);
  const period: DraftPeriod = {
    key: Math.max(-1, ...draft.periods.map(({ key }) => key)) + 1,
    from: isKnown ? clockText(fromMin) : '',
    to: isKnown ? clockText(Math.min(1_440, fromMin + 120)) : '',
    action: last?.action === 'charge' ? 'discharge' : 'charge',
    powerW: last?.powerW ?? Math.min(maxW, 2_000),
    targetPercent: last?.action === 'charge' ? draft.reservePercent : 100,
  };
  return { ...draft, periods: [...draft.periods, period] };
}
