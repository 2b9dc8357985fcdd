// A version of prices while it is typed: what it says, what is wrong with it, and its week in words.
import type { Response } from '@heliograph/contract/calls.ts';
import {
  faultOfWeek,
  HOURS_A_DAY,
  hourOfWeek,
  type PriceVersion,
  type PriceWeek,
  priceWeek,
  WEEKDAYS,
} from '@heliograph/contract/prices.ts';
import type { Amount } from '../../../components/AmountInput.tsx';

export type Prices = Response<'site/prices'>;
export type Version = Prices['list'][number];

export interface PeriodDraft {
  /** Stays with it while others come and go. */
  key: number;
  weekdays: number[];
  fromHour: number;
  toHour: number;
  price: Amount;
  feedInPrice: Amount;
}

export interface PriceDraft {
  validFrom: string;
  kind: Version['kind'];
  price: Amount;
  feedInPrice: Amount;
  /** Set in the plant's own form; it goes on. */
  ownUseShare: number | null;
  periods: PeriodDraft[];
  fixedCharge: Amount;
  fixedPer: Version['fixedPer'];
}

const amountOf = (value: number | null): Amount => value ?? '';
const numberOf = (value: Amount): number | null => (value === '' ? null : value);

export function draftOf(version: Version): PriceDraft {
  return {
    ...version,
    price: amountOf(version.price),
    feedInPrice: amountOf(version.feedInPrice),
    fixedCharge: amountOf(version.fixedCharge),
    periods: version.periods.map((period, key) => ({
      ...period,
      key,
      price: amountOf(period.price),
      feedInPrice: amountOf(period.feedInPrice),
    })),
  };
}

/** The first of a plant's periods is the night; what follows begins where the one before ends. */
export function nextPeriod(periods: readonly PeriodDraft[]): PeriodDraft {
  const last = periods.at(-1);
  const key = Math.max(-1, ...periods.map((period) => period.key)) + 1;
  const fromHour = last ? last.toHour % HOURS_A_DAY : 22;
  const toHour = last ? Math.min(HOURS_A_DAY, fromHour + 4) : 6;
  return { key, weekdays: [...WEEKDAYS], fromHour, toHour, price: '', feedInPrice: '' };
}

/** As the contract has it; a price that is not typed yet is 0, and `faultsOf` says so. */
export function versionOf(draft: PriceDraft): Version {
  const isFlat = draft.kind === 'flat';
  return {
    ...draft,
    price: numberOf(draft.price),
    feedInPrice: numberOf(draft.feedInPrice),
    fixedCharge: numberOf(draft.fixedCharge),
    periods: isFlat
      ? []
      : draft.periods.map(({ key: _, ...period }) => ({
          ...period,
          price: numberOf(period.price) ?? 0,
          feedInPrice: numberOf(period.feedInPrice),
        })),
  };
}

export interface PriceFaults {
  validFrom?: 'required' | 'taken';
  price?: 'required' | 'uncovered';
  periods?: 'none' | 'overlap';
  /** By the keys of periods. */
  period: Map<number, 'weekdays' | 'hours' | 'price'>;
}

/** `taken`: the days of the other versions. */
export function faultsOf(draft: PriceDraft, taken: readonly string[]): PriceFaults {
  const faults: PriceFaults = { period: new Map() };
  if (draft.validFrom === '') faults.validFrom = 'required';
  else if (taken.includes(draft.validFrom)) faults.validFrom = 'taken';
  if (draft.kind === 'flat') {
    if (draft.price === '') faults.price = 'required';
    return faults;
  }
  if (draft.periods.length === 0) faults.periods = 'none';
  for (const { key, weekdays, fromHour, toHour, price } of draft.periods) {
    if (weekdays.length === 0) faults.period.set(key, 'weekdays');
    else if (fromHour === toHour) faults.period.set(key, 'hours');
    else if (price === '') faults.period.set(key, 'price');
  }
  if (draft.periods.length === 0 || faults.period.size > 0) return faults;
  const ofWeek = faultOfWeek(versionOf(draft));
  if (ofWeek === 'overlap') faults.periods = 'overlap';
  if (ofWeek === 'uncovered') faults.price = 'uncovered';
  return faults;
}

export const isFaulty = ({ period, ...others }: PriceFaults): boolean =>
  period.size > 0 || Object.keys(others).length > 0;

export interface WeekLine {
  weekdays: number[];
  /** From midnight to midnight. */
  spans: { fromHour: number; toHour: number; price: number | null; feedInPrice: number | null }[];
}

/** The week as it is read aloud: weekdays of the same prices together. */
export function weekLines(week: PriceWeek): WeekLine[] {
  const lines = new Map<string, WeekLine>();
  for (const weekday of WEEKDAYS) {
    const spans: WeekLine['spans'] = [];
    for (let hour = 0; hour < HOURS_A_DAY; hour++) {
      const known = week.hours[hourOfWeek(weekday, hour)] ?? null;
      const [price, feedInPrice] = [known?.price ?? null, known?.feedInPrice ?? null];
      const last = spans.at(-1);
      if (last && last.price === price && last.feedInPrice === feedInPrice) last.toHour = hour + 1;
      else spans.push({ fromHour: hour, toHour: hour + 1, price, feedInPrice });
    }
    const key = JSON.stringify(spans);
    const line = lines.get(key);
    if (line) line.weekdays.push(weekday);
    else lines.set(key, { weekdays: [weekday], spans });
  }
  return [...lines.values()];
}

/** What a bought kWh costs over the week, from the least to the most; null: nothing is known. */
export function priceRange(version: Pick<PriceVersion, 'price' | 'feedInPrice' | 'periods'>): [number, number] | null {
  const prices = priceWeek(version).hours.flatMap((hour) => (hour ? [hour.price] : []));
  return prices.length === 0 ? null : [Math.min(...prices), Math.max(...prices)];
}
