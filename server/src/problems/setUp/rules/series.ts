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
