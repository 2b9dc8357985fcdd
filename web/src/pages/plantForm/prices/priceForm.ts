// A version of prices while it is edited: its draft, its faults, and its week as text.
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
import { type Amount, isAmount } from '../../../format/parseAmount.ts';

export type Prices = Response<'site/prices'>;
export type Version = Prices['list'][number];

export interface PeriodDraft {
  /** Stable identifier while other periods are added and removed. */
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
  /** Set in the plant's form; passed through unchanged. */
  ownUseShare: number | null;
  periods: PeriodDraft[];
  fixedCharge: Amount;
  fixedPer: Version['fixedPer'];
}

const amountOf = (value: number | null): Amount => value ?? '';
const numberOf = (value: Amount): number | null => (isAmount(value) ? value : null);
const isNoNumber = (value: Amount): boolean => value !== '' && !isAmount(value);

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

/** Returns a new period: the night as the first one, else one that begins at the end of the last. */
export function nextPeriod(periods: readonly PeriodDraft[]): PeriodDraft {
  const last = periods.at(-1);
  const key = Math.max(-1, ...periods.map((period) => period.key)) + 1;
  const fromHour = last ? last.toHour % HOURS_A_DAY : 22;
  const toHour = last ? Math.min(HOURS_A_DAY, fromHour + 4) : 6;
  return { key, weekdays: [...WEEKDAYS], fromHour, toHour, price: '', feedInPrice: '' };
}

/** Returns the draft as a version of the contract; a period without a price gets 0. `faultsOf` reports this, and texts that are no numbers. */
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

export type PeriodFault = 'weekdays' | 'hours' | 'price' | 'noNumber';

export interface PriceFaults {
  validFrom?: 'required' | 'taken';
  price?: 'required' | 'uncovered' | 'noNumber';
  feedInPrice?: 'noNumber';
  fixedCharge?: 'noNumber';
  periods?: 'none' | 'overlap';
  /** By the key of the period. */
  period: Map<number, PeriodFault>;
}

/** Returns the faults of a draft; `otherDays`: first days of the other versions. */
export function faultsOf(draft: PriceDraft, otherDays: readonly string[]): PriceFaults {
  const faults: PriceFaults = { period: new Map() };
  if (draft.validFrom === '') faults.validFrom = 'required';
  else if (otherDays.includes(draft.validFrom)) faults.validFrom = 'taken';
  for (const field of ['price', 'feedInPrice', 'fixedCharge'] as const)
    if (isNoNumber(draft[field])) faults[field] = 'noNumber';
  if (draft.kind === 'flat') {
    if (draft.price === '') faults.price = 'required';
    return faults;
  }
  if (draft.periods.length === 0) faults.periods = 'none';
  for (const { key, weekdays, fromHour, toHour, price, feedInPrice } of draft.periods) {
    if (weekdays.length === 0) faults.period.set(key, 'weekdays');
    else if (fromHour === toHour) faults.period.set(key, 'hours');
    else if (price === '') faults.period.set(key, 'price');
    else if (isNoNumber(price) || isNoNumber(feedInPrice)) faults.period.set(key, 'noNumber');
  }
  if (draft.periods.length === 0 || faults.period.size > 0) return faults;
  const weekFault = faultOfWeek(versionOf(draft));
  if (weekFault === 'overlap') faults.periods = 'overlap';
  if (weekFault === 'uncovered') faults.price ??= 'uncovered';
  return faults;
}

export const isFaulty = ({ period, ...otherFaults }: PriceFaults): boolean =>
  period.size > 0 || Object.keys(otherFaults).length > 0;

export interface WeekLine {
  weekdays: number[];
  /** Spans from midnight to midnight, in order. */
  spans: { fromHour: number; toHour: number; price: number | null; feedInPrice: number | null }[];
}

/** Returns the week as lines of text, with weekdays of equal prices grouped. */
export function weekLines(week: PriceWeek): WeekLine[] {
  const lines = new Map<string, WeekLine>();
  for (const weekday of WEEKDAYS) {
    const spans: WeekLine['spans'] = [];
    for (let hour = 0; hour < HOURS_A_DAY; hour++) {
      const hourPrices = week.hours[hourOfWeek(weekday, hour)] ?? null;
      const [price, feedInPrice] = [hourPrices?.price ?? null, hourPrices?.feedInPrice ?? null];
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

/** Returns the lowest and the highest import price per kWh of the week; null: no hour has a price. */
export function priceRange(version: Pick<PriceVersion, 'price' | 'feedInPrice' | 'periods'>): [number, number] | null {
  const prices = priceWeek(version).hours.flatMap((hour) => (hour ? [hour.price] : []));
  return prices.length === 0 ? null : [Math.min(...prices), Math.max(...prices)];
}
