// Measured series in slots of equal length, and what checks of a plant's set-up take from them.
import { valueAt } from '../../../energy/rules/series.ts';

/** Where the slots stand, and how high the sun is in the middle of each. */
export interface Slotted {
  fromMs: number;
  stepS: number;
  sunDeg: Float64Array;
}

/** NaN: not known. */
export type Series = Float64Array;

/** So far below the horizon nothing is produced, whatever stands around: astronomers' civil twilight is over. */
export const NIGHT_DEG = -6;

export const whOf = (powerW: number, stepS: number): number => (powerW * stepS) / 3600;

/** What of power is below zero, beyond what meters disagree by. */
export const belowZero = (powerW: number): number => Math.max(0, -powerW - 20);

export interface Stretch {
  energyWh: number;
  fromMs: number;
  toMs: number;
  /** How deep the sun stood at its lowest. */
  sunBelowDeg: number;
}

/** The stretch without a gap of more than three slots that holds most of an energy, so that it can be looked up in the chart. */
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
