// Derives clear-sky power by time of day from a plant's own clear days: shade of a tree at nine, dirt, a lower peak power than configured. Pure.

import { median } from './median.ts';
import { valueAt } from './series.ts';

/** Quarters of an hour in a UTC day: clock changes do not move them. */
export const QUARTERS = 96;
const QUARTER_MS = 900_000;

/** One day by quarters of an hour of UTC, W. */
export interface ClearSkyComparison {
  /** NaN: no value. */
  measuredW: Float64Array;
  /** Clear-sky power of the modules by their location and orientation; 0 at night. */
  clearW: Float64Array;
}

export interface ClearDays {
  /** Measured power divided by clear-sky power, by quarter. */
  factors: Float64Array;
  /** Number of days of which they are the median. */
  days: number;
}

/** Minimum number of clear days. */
const MIN_DAYS = 3;
/**
 * Below this share of the day's maximum the model is inaccurate: such quarters do not decide whether a day is clear.
 */
const MIN_JUDGED = 0.1;
/** Below this share quarters give no factor. */
const MIN_KNOWN = 0.03;
/** Minimum share of deciding quarters with a value. */
const MIN_COMPLETENESS = 0.9;
/** Range of the measured share of the model in the best hours of a clear day. */
const MIN_BEST = 0.4;
const MAX_BEST = 1.8;
/**
 * Highest median deviation of quarters from the line between their neighbours, relative to the best hours: clouds
 * deviate more.
 */
const MAX_BEND = 0.03;
/** Highest deviation between the levels of clear days of a season: a veil of cloud is smooth as well, but lower. */
const MAX_LEVEL_DEVIATION = 0.1;

/** Returns the factors of the clear days, independent of their order; null: too few days were clear. */
export function clearDaysOf(days: readonly ClearSkyComparison[]): ClearDays | null {
  const smooth = days.flatMap((day) => levelOfSmooth(day) ?? []);
  const levels = smooth.map(({ level }) => level).toSorted((left, right) => right - left);
  // Not the best level, which may be of a day with snow or a faulty one.
  const reference = levels[Math.floor(levels.length / 4)];
  if (reference === undefined) return null;
  const clear = smooth.filter(({ level }) => Math.abs(level / reference - 1) <= MAX_LEVEL_DEVIATION);
  if (clear.length < MIN_DAYS) return null;
  const known = Float64Array.from({ length: QUARTERS }, (_, quarter) => {
    const shares = clear.flatMap(({ shares: of }) => (Number.isNaN(valueAt(of, quarter)) ? [] : valueAt(of, quarter)));
    return shares.length < MIN_DAYS ? Number.NaN : median(shares)!;
  });
  const factors = filled(known);
  return factors && { factors, days: clear.length };
}

/**
 * Returns the measured share of the model, overall and by quarter; null: the day was not clear, or has too few values.
 */
function levelOfSmooth({ measuredW, clearW }: ClearSkyComparison): { level: number; shares: Float64Array } | null {
  const greatestW = clearW.reduce((max, watts) => Math.max(max, watts), 0);
  if (greatestW <= 0) return null;
  const shareFrom = (part: number) => (watts: number, quarter: number) =>
    watts >= greatestW * part ? valueAt(measuredW, quarter) / watts : Number.NaN;
  const judged = clearW.map(shareFrom(MIN_JUDGED));
  const lit = clearW.filter((watts) => watts >= greatestW * MIN_JUDGED).length;
  const known = [...judged].filter((share) => !Number.isNaN(share)).toSorted((left, right) => left - right);
  if (known.length < lit * MIN_COMPLETENESS || known.length < MIN_DAYS) return null;
  const best = valueAt(known, Math.floor(known.length * 0.8));
  if (!(best >= MIN_BEST && best <= MAX_BEST)) return null;
  const bends: number[] = [];
  for (let quarter = 0; quarter < QUARTERS; quarter++) {
    const before = valueAt(judged, (quarter + QUARTERS - 1) % QUARTERS);
    const after = valueAt(judged, (quarter + 1) % QUARTERS);
    const bend = Math.abs(valueAt(judged, quarter) - (before + after) / 2) / best;
    if (!Number.isNaN(bend)) bends.push(bend);
  }
  // Uses the median, so that the few edges of shade do not make a clear day cloudy.
  if ((median(bends) ?? Infinity) > MAX_BEND) return null;
  let measured = 0;
  let clear = 0;
  for (const [quarter, watts] of clearW.entries()) {
    if (Number.isNaN(valueAt(judged, quarter))) continue;
    measured += valueAt(measuredW, quarter);
    clear += watts;
  }
  return { level: measured / clear, shares: clearW.map(shareFrom(MIN_KNOWN)) };
}

/** Fills unknown quarters with the nearest known ones; null: none is known. */
function filled(known: Float64Array): Float64Array | null {
  if (known.every(Number.isNaN)) return null;
  return known.map((own, quarter) => {
    for (let distance = 0; Number.isNaN(own) && distance <= QUARTERS / 2; distance++) {
      const candidates = [
        valueAt(known, (quarter + QUARTERS - distance) % QUARTERS),
        valueAt(known, (quarter + distance) % QUARTERS),
      ];
      const near = candidates.filter((factor) => !Number.isNaN(factor));
      if (near.length > 0) return near.reduce((sum, factor) => sum + factor, 0) / near.length;
    }
    return own;
  });
}

/** Interpolates between the middles of two quarters. */
export function factorAt({ factors }: ClearDays, atMs: number): number {
  const position = atMs / QUARTER_MS - 0.5;
  const before = Math.floor(position);
  const of = (quarter: number) => valueAt(factors, ((quarter % QUARTERS) + QUARTERS) % QUARTERS);
  return of(before) + (of(before + 1) - of(before)) * (position - before);
}

/** Returns the quarter of a UTC day that contains an instant. */
export const quarterOf = (atMs: number): number => Math.floor(atMs / QUARTER_MS) % QUARTERS;
