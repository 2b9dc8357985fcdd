// Detects grid voltages above the limit in ten-minute means, and estimates the loss by throttling from measured slots only.

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

/** Returns 1 for each daytime slot in which the voltage was above the limit or the device reported so. */
export function throttledSlots(slots: VoltageSlots): Uint8Array {
  const above = aboveLimit(slots);
  return above.map((isAbove, slot) =>
    valueAt(slots.clearW, slot) > 0 && (isAbove || slots.saidTooHigh[slot]) ? 1 : 0,
  );
}

/** Slots considered on each side: two hours show how much of the clear-sky light there was. */
const AROUND_SLOTS = 12;
const MIN_AROUND = 4;
/** Minimum share of the day's highest clear-sky power: a lower sun is not informative. */
const MIN_LIGHT = 0.1;

/**
 * Returns the power that the device would have had in each throttled slot, W: the median share of clear-sky power in the
 * surrounding unthrottled slots. NaN: too few such slots, or not throttled.
 */
export function expectedWhileThrottled(slots: VoltageSlots): Float64Array {
  const { powerW, clearW } = slots;
  const throttled = throttledSlots(slots);
  const expected = new Float64Array(clearW.length).fill(Number.NaN);
  if (!powerW) return expected;
  const minLightW = MIN_LIGHT * clearW.reduce((max, watts) => Math.max(max, watts), 0);
  for (let slot = 0; slot < clearW.length; slot++) {
    if (throttled[slot] === 0) continue;
    const before = shares(slot, -1);
    const after = shares(slot, 1);
    const around = median([...before, ...after]);
    if (around !== null && before.length + after.length >= MIN_AROUND) expected[slot] = around * valueAt(clearW, slot);
  }
  return expected;

  /** Returns the shares of the nearest unthrottled slots on one side, also across a long throttled time. */
  function shares(from: number, step: 1 | -1): number[] {
    const values: number[] = [];
    let unthrottled = 0;
    for (let slot = from + step; slot >= 0 && slot < clearW.length && unthrottled < AROUND_SLOTS; slot += step) {
      if (throttled[slot] === 1) continue;
      unthrottled++;
      const watts = powerW![slot]!;
      if (!Number.isNaN(watts) && valueAt(clearW, slot) >= minLightW && minLightW > 0)
        values.push(watts / valueAt(clearW, slot));
    }
    return values;
  }
}
