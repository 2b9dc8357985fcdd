// Measured series in slots of equal length, and values that set-up checks derive from them.
import { valueAt } from '../../../energy/rules/series.ts';

/** Start and length of slots, and elevation of the sun in the middle of each. */
export interface Slotted {
  fromMs: number;
  stepS: number;
  sunDeg: Float64Array;
}

/** One value per slot; NaN: unknown. */
export type Series = Float64Array;

/** Elevation of the sun below which nothing is produced, whatever the surroundings: the end of civil twilight. */
export const NIGHT_DEG = -6;

export const whOf = (powerW: number, stepS: number): number => (powerW * stepS) / 3600;

/** Returns the amount of power below zero, beyond the disagreement of meters. */
export const belowZero = (powerW: number): number => Math.max(0, -powerW - 20);

export interface Stretch {
  energyWh: number;
  fromMs: number;
  toMs: number;
  /** Depth of the sun below the horizon at its lowest, degrees. */
  sunBelowDeg: number;
}

/** Returns the stretch with most energy and no gap of more than three slots, so that it can be found in the chart. */
export function greatestStretch({ fromMs, stepS, sunDeg }: Slotted, powerW: (slot: number) => number): Stretch | null {
  let best: Stretch | null = null;
  let now: Stretch | null = null;
  let last = Number.NEGATIVE_INFINITY;
  for (let slot = 0; slot < sunDeg.length; slot++) {
    const watts = powerW(slot);
    if (!(watts > 0)) continue;
    const startMs = fromMs + slot * stepS * 1000;
    if (!now || slot - last > 3) now = { energyWh: 0, fromMs: startMs, toMs: startMs, sunBelowDeg: -90 };
    now.energyWh += whOf(watts, stepS);
    now.toMs = startMs + stepS * 1000;
    now.sunBelowDeg = Math.max(now.sunBelowDeg, -valueAt(sunDeg, slot));
    last = slot;
    if (!best || now.energyWh >= best.energyWh) best = now;
  }
  return best;
}

/** Returns means of `factor` slots each; NaN where none of them is known. */
export function resample(series: Series, factor: number): Series {
  if (factor === 1) return series;
  return Float64Array.from({ length: Math.ceil(series.length / factor) }, (_, slot) => {
    const known = series.subarray(slot * factor, (slot + 1) * factor).filter((value) => !Number.isNaN(value));
    return known.length === 0 ? Number.NaN : known.reduce((sum, value) => sum + value, 0) / known.length;
  });
}

/** Returns the share of known slots between the first and the last one, of those that `counts`. */
export function knownShare(series: Series, counts: (slot: number) => boolean): number {
  const first = series.findIndex((value) => !Number.isNaN(value));
  const last = series.findLastIndex((value) => !Number.isNaN(value));
  let all = 0;
  let known = 0;
  for (let slot = Math.max(0, first); slot <= last; slot++) {
    if (!counts(slot)) continue;
    all++;
    if (!Number.isNaN(valueAt(series, slot))) known++;
  }
  return all === 0 ? 1 : known / all;
}
