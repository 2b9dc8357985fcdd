// Numbers and their units as text: three significant digits on cards, all of them in tables, a dash for no value.

import { amountDecimals, isCurrency, priceDecimals } from '@heliograph/contract/money.ts';
import { peakUnit } from '@heliograph/contract/peakUnit.ts';
import { reportEnergyScale } from '@heliograph/contract/reportEnergy.ts';
import { locale } from '../i18n/language.ts';

export const DASH = '–';

/** A value and its unit, separate because the unit is shown smaller; `text` is a dash without a value. */
export interface FigureText {
  text: string;
  unit: string;
}

const formats = new Map<string, Intl.NumberFormat>();
function numberFormat(options: Intl.NumberFormatOptions, language: string): Intl.NumberFormat {
  const key = language + JSON.stringify(options);
  let format = formats.get(key);
  if (!format) {
    // A value that rounds to zero has no sign: "0.00", never "-0.00".
    format = new Intl.NumberFormat(language, { signDisplay: 'negative', ...options });
    formats.set(key, format);
  }
  return format;
}

/** Parses a wire value, where "" and null mean no value; null also when it is not a finite number. */
export function wireNumber(value: string | number | null | undefined): number | null {
  if (value === null || value === undefined || value === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Formats a number with at most `digits` decimals; for tables. */
export function full(value: number | null | undefined, digits = 2, language = locale): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return DASH;
  return numberFormat({ maximumFractionDigits: digits }, language).format(value);
}

/** Formats a number with exactly `digits` decimals, so that a column lines up. */
export function fixed(value: number | null | undefined, digits: number, language = locale): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return DASH;
  return numberFormat({ minimumFractionDigits: digits, maximumFractionDigits: digits }, language).format(value);
}

/** Formats with at most three significant digits; whole numbers up to 9,999 stay whole. Not for counts, which are shown in full. */
export function short(value: number, language = locale): string {
  const size = Math.abs(value);
  const isWhole = size >= 1000 && size < 10_000;
  return numberFormat(isWhole ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 }, language).format(value);
}

/** Unit steps of one quantity: the first step whose `from` the value reaches applies, and the value is divided by `by`. */
type Step = readonly [from: number, by: number, unit: string];

const POWER: readonly Step[] = [
  [1e9, 1e9, 'GW'],
  [1e6, 1e6, 'MW'],
  [2000, 1000, 'kW'],
  [0, 1, 'W'],
];
const ENERGY: readonly Step[] = [
  [1e9, 1e9, 'GWh'],
  [1e6, 1e6, 'MWh'],
  [1000, 1000, 'kWh'],
  [0, 1, 'Wh'],
];
const MASS: readonly Step[] = [
  [1000, 1000, 't'],
  [0, 1, 'kg'],
];
const PEAK: readonly Step[] = [
  [1e6, 1e6, 'MWp'],
  [1000, 1000, 'kWp'],
  [0, 1, 'Wp'],
];

/** Returns the step of a value. A value that rounds up to the next unit takes that unit: 999.6 kWh is 1.00 MWh. */
const stepOf = (value: number, steps: readonly Step[]): Step =>
  steps.find(([from]) => Number(Math.abs(value).toPrecision(3)) >= from) ?? steps.at(-1)!;

/** `like`: the value that determines the unit, so that adjacent figures share it. */
function scaled(
  value: number | null | undefined,
  steps: readonly Step[],
  language: string,
  like: number | null | undefined = value,
): FigureText {
  if (value === null || value === undefined || !Number.isFinite(value)) return { text: DASH, unit: '' };
  const [, by, unit] = stepOf(like ?? value, steps);
  // Values in the smallest unit are measured to a tenth of it.
  if (by === 1) return { text: short(Math.round(value * 10) / 10, language), unit };
  return { text: threeDigits(value / by, language), unit };
}

/** Formats with exactly three significant digits; no decimals from 100 on. */
function threeDigits(value: number, language: string): string {
  const size = Math.abs(Number(value.toPrecision(3)));
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return numberFormat({ minimumFractionDigits: digits, maximumFractionDigits: digits }, language).format(value);
}

/** Watts: "1,284 W", from 2,000 on "4.31 kW". */
export const power = (powerW: number | null | undefined, language = locale) => scaled(powerW, POWER, language);
/** Watts in the unit in which `likeW` is shown: "1.94" and "43.0" of kW on one card. With `likeW` 0, which is unknown, in their own unit. */
export const powerLike = (powerW: number | null | undefined, likeW: number, language = locale) =>
  scaled(powerW, POWER, language, likeW > 0 ? likeW : powerW);
/** Returns the watts that determine the unit of all figures of a device: its rated power, else the largest shown value. */
export const likeOf = (ratedW: number, ...shownW: readonly (number | null | undefined)[]): number =>
  ratedW > 0 ? ratedW : Math.max(0, ...shownW.map((powerW) => Math.abs(powerW ?? 0)));
/** Watt-hours: "640 Wh", "3.2 kWh", "12.4 MWh". */
export const energy = (energyWh: number | null | undefined, language = locale) => scaled(energyWh, ENERGY, language);
/** Wire value in kilowatt-hours. */
export const energyOfKwh = (energyKwh: number | null | undefined, language = locale) =>
  energy(energyKwh === null || energyKwh === undefined ? null : energyKwh * 1000, language);
/** Wire value in kilowatt-hours, in the unit of the largest of the adjacent `othersKwh`: "4.78" and "0.45" of kWh. */
export function energyLike(
  energyKwh: number | null | undefined,
  othersKwh: readonly (number | null | undefined)[],
  language = locale,
): FigureText {
  const largest = Math.max(Math.abs(energyKwh ?? 0), ...othersKwh.map((kWh) => Math.abs(kWh ?? 0)));
  return scaled(
    energyKwh === null || energyKwh === undefined ? null : energyKwh * 1000,
    ENERGY,
    language,
    largest > 0 ? largest * 1000 : undefined,
  );
}
/** Wire value in kilowatt-hours as reports show it, in its own unit: "3.14 kWh" next to "1.00 MWh". */
export function reportEnergy(energyKwh: number | null | undefined, language = locale): FigureText {
  if (energyKwh === null || energyKwh === undefined || !Number.isFinite(energyKwh)) return { text: DASH, unit: '' };
  const { by, unit, digits } = reportEnergyScale(energyKwh);
  return { text: fixed(energyKwh / by, digits, language), unit };
}
/** Rated watts: "6.9 kWp". */
export function peakPower(powerWp: number | null | undefined, language = locale): FigureText {
  if (powerWp === null || powerWp === undefined || !Number.isFinite(powerWp)) return { text: DASH, unit: '' };
  const [, by, step] = stepOf(powerWp, PEAK);
  const unit = peakUnit(step, language);
  const value = powerWp / by;
  // A configured value, not a measured one: no digit is added, and the first three digits are all shown: 43,030 Wp are 43.0 kWp.
  const isWhole = by === 1 || value === Number(value.toPrecision(3));
  return { text: isWhole ? short(value, language) : threeDigits(value, language), unit };
}
/** Rated watts next to the current power, in the same unit: "0.82 kW" of "2.46 kWp", "819 W" of "1,597 Wp". */
export const comparedPeak = (powerWp: number, language = locale): FigureText =>
  powerLike(powerWp, powerWp, language).unit === 'W'
    ? { text: full(powerWp, 0, language), unit: peakUnit('Wp', language) }
    : peakPower(powerWp, language);
/** Kilograms: "11.3 t". */
export const mass = (massKg: number | null | undefined, language = locale) => scaled(massKg, MASS, language);

/** Formats any other quantity with three significant digits. */
export function quantity(value: number | null | undefined, unit: string, language = locale): FigureText {
  if (value === null || value === undefined || !Number.isFinite(value)) return { text: DASH, unit: '' };
  return { text: short(value, language), unit };
}

/** Specific yield in kWh/kWp, which compares plants of any size; null without energy or peak power. */
export function specificYield(energyKwh: number | null | undefined, peakW: number): number | null {
  return energyKwh === null || energyKwh === undefined || !(peakW > 0) ? null : energyKwh / (peakW / 1000);
}

/** Specific yield as text, for cards: "2.61", "99.5", "1,045". */
export const yieldText = (kwhPerKwp: number | null, language = locale): string =>
  kwhPerKwp === null ? DASH : threeDigits(kwhPerKwp, language);

/** Formats hours in a readable unit: "31 h", "12 days", "20.3 years". */
export function hours(value: number | null | undefined, language = locale): FigureText {
  if (value === null || value === undefined || !Number.isFinite(value)) return { text: DASH, unit: '' };
  const [by, unit] =
    value < 48 ? ([1, 'hour'] as const) : value < 17_520 ? ([24, 'day'] as const) : ([8766, 'year'] as const);
  const parts = numberFormat(
    { style: 'unit', unit, unitDisplay: unit === 'hour' ? 'short' : 'long', maximumSignificantDigits: 3 },
    language,
  ).formatToParts(value / by);
  const partsOf = (isUnit: boolean) =>
    parts.filter(({ type }) => type !== 'literal' && (type === 'unit') === isUnit).map((part) => part.value);
  return { text: partsOf(false).join(''), unit: partsOf(true).join('') };
}

/** Formats a figure for running text. */
export function inline(figure: FigureText): string {
  return figure.unit ? `${figure.text} ${figure.unit}` : figure.text;
}

/** Formats a share from 0 to 1: "62 %" in the style of the language. */
export function percent(share: number | null | undefined, digits = 0, language = locale): string {
  if (share === null || share === undefined || !Number.isFinite(share)) return DASH;
  return numberFormat({ style: 'percent', maximumFractionDigits: digits }, language).format(share);
}

/** Formats an angle in degrees, to a tenth: "32°", "22.5°". */
export function angle(degrees: number | null | undefined, language = locale): string {
  const text = full(degrees, 1, language);
  return text === DASH ? DASH : `${text}°`;
}

/** Formats a relative change: "+2.4%", "-0.5%". */
export const changeText = (change: number, language = locale): string =>
  `${change > 0 ? '+' : ''}${percent(change, 1, language)}`;

/** Formats an amount in an ISO 4217 currency; an unknown currency is shown by its code after the number. */
export function money(amount: number | null | undefined, currency: string, language = locale): string {
  if (amount === null || amount === undefined || !Number.isFinite(amount)) return DASH;
  if (!isCurrency(currency)) return `${amountOf(amount, currency, language)} ${currency}`.trim();
  return numberFormat({ style: 'currency', currency }, language).format(amount);
}

/** Formats an amount without its currency, which the table header shows, with the decimals of the currency. */
export function amountOf(amount: number | null | undefined, currency: string, language = locale): string {
  if (amount === null || amount === undefined || !Number.isFinite(amount)) return DASH;
  return numberFormat(amountDecimals(currency), language).format(amount);
}

/** Formats a price per kWh without its unit: "0.20", "0.0786". */
export function price(amount: number | null | undefined, currency: string, language = locale): string {
  if (amount === null || amount === undefined || !Number.isFinite(amount)) return DASH;
  return numberFormat(priceDecimals(currency), language).format(amount);
}

export type TemperatureUnit = 'Celsius' | 'Fahrenheit';

export function temperature(
  celsius: number | null | undefined,
  unit: TemperatureUnit = 'Celsius',
  language = locale,
): FigureText {
  if (celsius === null || celsius === undefined || !Number.isFinite(celsius)) return { text: DASH, unit: '' };
  const degrees = unit === 'Fahrenheit' ? (celsius * 9) / 5 + 32 : celsius;
  // Adding 0 keeps -0.04 from being shown as "-0".
  const rounded = Math.round(degrees * 10) / 10 + 0;
  return { text: full(rounded, 1, language), unit: unit === 'Fahrenheit' ? '°F' : '°C' };
}
