// Formats numbers, days and money in the reader's language, for files and e-mails.
import { type LanguageCode, localeOf } from '@heliograph/contract/envelope.ts';
import { currencyDigits, isCurrency, priceDecimals } from '@heliograph/contract/money.ts';
import { reportEnergyScale } from '@heliograph/contract/reportEnergy.ts';
import type { Day } from '../calendar/rules/localDays.ts';

export const DASH = '–';

const made = new Map<string, Intl.NumberFormat>();
function numberFormat(language: LanguageCode, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options);
  let format = made.get(key);
  if (!format) {
    // A value that rounds to zero has no sign: "0.00", never "-0.00".
    format = new Intl.NumberFormat(localeOf(language), { signDisplay: 'negative', ...options });
    made.set(key, format);
  }
  return format;
}

type Value = number | null | undefined;
const isNone = (value: Value): value is null | undefined => value === null || value === undefined;

export function fixedText(value: Value, digits: number, language: LanguageCode): string {
  if (isNone(value)) return DASH;
  return numberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}

/** A share from 0 to 1. */
export function percentText(share: Value, digits: number, language: LanguageCode): string {
  if (isNone(share)) return DASH;
  return numberFormat(language, { style: 'percent', maximumFractionDigits: digits }).format(share);
}

/** Formats kWh with unit, from 1,000 kWh on as MWh, with three significant digits. */
export function energyText(kWh: Value, language: LanguageCode): string {
  if (isNone(kWh)) return DASH;
  const { by, unit, digits } = reportEnergyScale(kWh);
  return `${fixedText(kWh / by, digits, language)} ${unit}`;
}

export function amountText(amount: Value, currency: string, language: LanguageCode): string {
  if (isNone(amount)) return DASH;
  if (!isCurrency(currency)) return `${fixedText(amount, currencyDigits(currency), language)} ${currency}`.trim();
  return numberFormat(language, { style: 'currency', currency }).format(amount);
}

/** Formats the price of a kWh without unit: "0.20", "0.0786". */
export const priceText = (amount: number, currency: string, language: LanguageCode): string =>
  numberFormat(language, priceDecimals(currency)).format(amount);

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };
const days = new Map<string, Intl.DateTimeFormat>();
function dayFormat(language: LanguageCode, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  let format = days.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: 'UTC' });
    days.set(key, format);
  }
  return format;
}
const msOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const write = (day: Day, language: LanguageCode, options: Intl.DateTimeFormatOptions): string =>
  dayFormat(language, options).format(msOf(day));

export const dayText = (day: Day, language: LanguageCode): string => write(day, language, DAY);
/** Formats a range of days without repeating common parts: "1 – 21 Jun 2026"; a single day as such. */
export const daysText = (from: Day, to: Day, language: LanguageCode): string =>
  // Fonts of PDFs have no thin spaces.
  dayFormat(language, DAY).formatRange(msOf(from), msOf(to)).replaceAll('\u2009', ' ');
export const weekdayText = (day: Day, language: LanguageCode): string =>
  write(day, language, { ...DAY, weekday: 'short' });
export const monthText = (day: Day, language: LanguageCode): string =>
  write(day, language, { month: 'long', year: 'numeric' });
export const shortMonthText = (day: Day, language: LanguageCode): string => write(day, language, { month: 'short' });

/** Formats an instant as day and time in the plant's zone. */
export const clockIn = (at: Date, timezone: string, language: LanguageCode): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: timezone,
  }).format(at);

/** Formats a duration with its two largest units: "2 days, 3 hr". Less than a minute is one. */
export function durationText(ms: number, language: LanguageCode): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  const parts =
    minutes >= 1440
      ? { days: Math.floor(minutes / 1440), hours: Math.floor((minutes % 1440) / 60) }
      : { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
  return new Intl.DurationFormat(localeOf(language), { style: 'short' }).format(parts);
}
