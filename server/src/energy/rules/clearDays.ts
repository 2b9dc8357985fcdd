// What a plant's own clear days show of a clear sky's power, by time of day: the shade of a tree at nine, dirt, a smaller peak power than is written down. Pure.

import { median } from './median.ts';
import { valueAt } from './series.ts';

/** Of a day of universal time: no clock change moves them. */
export const QUARTERS = 96;
const QUARTER_MS = 900_000;

/** One day by quarters of an hour of universal time, W. */
export interface ClearSkyComparison {
  /** NaN: nothing was told. */
  measuredW: Float64Array;
  /** What the modules would give under a clear sky by their place and the way they lie; 0 by night. */
  clearW: Float64Array;
}

export interface ClearDays {
  /** Of each quarter: what was measured by what the clear sky would give. */
  factors: Float64Array;
  /** How many days they are the median of. */
  days: number;
}

/** Fewer tell too little. */
const FEWEST_DAYS = 3;
/** Under so much of the day's greatest the sky's model says little: such quarters judge no day. */
const JUDGED = 0.1;
/** And under so much they tell no factor. */
const KNOWN = 0.03;
/** So much of what judges a day must be told. */
const COMPLETE = 0.9;
/** In the best of its hours a clear day reaches so much of the model, and never more. */
const LEAST_BEST = 0.4;
const MAX_BEST = 1.8;
/** How far half of the quarters bend at most from the line between their neighbours, by the best hours: clouds bend more. */
const SMOOTH = 0.03;
/** Clear days of a season are alike in all they give: a veil of cloud is smooth, too. */
const ALIKE = 0.1;

/** The order of the days says nothing. Null: too few of them were clear. */
export function clearDaysOf(days: readonly ClearSkyComparison[]): ClearDays | null {
  const smooth = days.flatMap((day) => levelOfSmooth(day) ?? []);
  const levels = smooth.map(({ level }) => level).toSorted((one, other) => other - one);
  // The best may be a day with snow around, or a wrong one.
  const reference = levels[Math.floor(levels.length / 4)];
  if (reference === undefined) return null;
  const clear = smooth.filter(({ level }) => Math.abs(level / reference - 1) <= ALIKE);
  if (clear.length < FEWEST_DAYS) return null;
  const known = Float64Array.from({ length: QUARTERS }, (_, quarter) => {
    const shares = clear.flatMap(({ shares: of }) => (Number.isNaN(valueAt(of, quarter)) ? [] : valueAt(of, quarter)));
    return shares.length < FEWEST_DAYS ? Number.NaN : median(shares)!;
  });
  const factors = filled(known);
  return factors && { factors, days: clear.length };
}

/** How much of the model was measured, all in all and by quarter; null: the day was not clear, or too little is known of it. */
function levelOfSmooth({ measuredW, clearW }: ClearSkyComparison): { level: number; shares: Float64Array } | null {
  const greatestW = clearW.reduce((most, watts) => Math.max(most, watts), 0);
  if (greatestW <= 0) return null;
  const shareFrom = (part: number) => (watts: number, quarter: number) =>
    watts >= greatestW * part ? valueAt(measuredW, quarter) / watts : Number.NaN;
  const judged = clearW.map(shareFrom(JUDGED));
  const lit = clearW.filter((watts) => watts >= greatestW * JUDGED).length;
  const told = [...judged].filter((share) => !Number.isNaN(share)).toSorted((one, other) => one - other);
  if (told.length < lit * COMPLETE || told.length < FEWEST_DAYS) return null;
  const best = valueAt(told, Math.floor(told.length * 0.8));
  if (!(best >= LEAST_BEST && best <= MAX_BEST)) return null;
  const bends: number[] = [];
  for (let quarter = 0; quarter < QUARTERS; quarter++) {
    const before = valueAt(judged, (quarter + QUARTERS - 1) % QUARTERS);
    const after = valueAt(judged, (quarter + 1) % QUARTERS);
    const bend = Math.abs(valueAt(judged, quarter) - (before + after) / 2) / best;
    if (!Number.isNaN(bend)) bends.push(bend);
  }
  // Of all bends, so that the edges of a shade, which are few, make no clear day a cloudy one.
  if ((median(bends) ?? Infinity) > SMOOTH) return null;
  let measured = 0;
  let clear = 0;
  for (const [quarter, watts] of clearW.entries()) {
    if (Number.isNaN(valueAt(judged, quarter))) continue;
    measured += valueAt(measuredW, quarter);
    clear += watts;
  }
  return { level: measured / clear, shares: clearW.map(shareFrom(KNOWN)) };
}

/** Where nothing is known, the nearest that is. Null: nothing is. */
function filled(known: Float64Array): Float64Array | null {
  if (known.every(Number.isNaN)) return null;
  return known.map((own, quarter) => {
    for (let away = 0; Number.isNaN(own) && away <= QUARTERS / 2; away++) {
      const found = [
        valueAt(known, (quarter + QUARTERS - away) % QUARTERS),
        valueAt(known, (quarter + away) % QUARTERS),
      ];
      const near = found.filter((factor) => !Number.isNaN(factor));
      if (near.length > 0) return near.reduce((sum, factor) => sum + factor, 0) / near.length;
    }
    return own;
  });
}

/** On the line between the middles of two quarters. */
export function factorAt({ factors }: ClearDays, atMs: number): number {
  const place = atMs / QUARTER_MS - 0.5;
  const before = Math.floor(place);
  const of = (quarter: number) => valueAt(factors, ((quarter % QUARTERS) + QUARTERS) % QUARTERS);
  return of(before) + (of(before + 1) - of(before)) * (place - before);
}

/** Which quarter of a day of universal time an instant lies in. */
export const quarterOf = (atMs: number): number => Math.floor(atMs / QUARTER_MS) % QUARTERS;
