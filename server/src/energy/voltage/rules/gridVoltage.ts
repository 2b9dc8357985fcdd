// Detects grid voltages above the limit in ten-minute means.

import { LIMIT_PERCENT, type VoltageLine } from '@heliograph/contract/gridVoltage.ts';
import { median } from '../../rules/median.ts';
import { valueAt } from '../../rules/series.ts';

/** Slots of ten minutes; NaN: no value. */
export interface VoltageSlots {
  stepS: number;
  lines: readonly { line: VoltageLine; volts: Float64Array; nominalV: number }[];
  /** 1: the device reported that the voltage was too high. */
  saidTooHigh: Uint8Array;
  /** Null: the device produces nothing. */
  powerW: Float64Array | null;
  /** Lowest and highest power in each slot; NaN: no value. */
  lowW: Float64Array;
  highW: Float64Array;
  /** Clear-sky power of its modules; only the shape matters. */
  clearW: Float64Array;
}

export const limitOf = (nominalV: number): number => (nominalV * LIMIT_PERCENT) / 100;

const SQRT_3 = Math.sqrt(3);
/** Factors of phase to neutral, between two of three phases, and across a split phase. */
const FACTORS = [1, SQRT_3, 2] as const;

/**
 * Returns the nominal voltage of a line. The grid voltage of a device may be measured between two phases, which its
 * values show.
 */
export function nominalOf(line: VoltageLine, volts: Float64Array, phaseV: number): number {
  if (line === 'l1' || line === 'l2' || line === 'l3') return phaseV;
  if (line !== 'grid') return phaseV * SQRT_3;
  const middle = median([...volts].filter((value) => value > 0));
  if (middle === null) return phaseV;
  const deviation = (factor: number) => Math.abs(Math.log(middle / (phaseV * factor)));
  return phaseV * FACTORS.reduce<number>((best, factor) => (deviation(factor) < deviation(best) ? factor : best), 1);
}

/** Returns 1 for each slot in which a line is above its limit. */
export function aboveLimit({ lines, saidTooHigh }: VoltageSlots): Uint8Array {
  return saidTooHigh.map((_, slot) =>
    lines.some(({ volts, nominalV }) => valueAt(volts, slot) > limitOf(nominalV)) ? 1 : 0,
  );
}
