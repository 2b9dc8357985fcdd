// Evidence of a grid voltage that is too high: ten-minute means beside the limit, and what throttling cost, from measured slots alone.

import { LIMIT_PERCENT, type VoltageLine } from '@heliograph/contract/gridVoltage.ts';
import { median } from '../../rules/median.ts';
import { valueAt } from '../../rules/series.ts';

/** Ten minutes each; NaN is no value. */
export interface VoltageSlots {
  stepS: number;
  lines: readonly { line: VoltageLine; volts: Float64Array; nominalV: number }[];
  /** 1: the device said that the voltage was too high for it. */
  saidTooHigh: Uint8Array;
  /** Null: it makes nothing. */
  powerW: Float64Array | null;
  /** A clear sky on its modules; only its shape counts. */
  clearW: Float64Array;
}

export const limitOf = (nominalV: number): number => (nominalV * LIMIT_PERCENT) / 100;

const SQRT_3 = Math.sqrt(3);
/** One phase to neutral, two phases of three, two halves of a split one. */
const BETWEEN = [1, SQRT_3, 2] as const;

/** What a line's nominal voltage is: what a device calls its grid voltage may lie between two phases, and its values say so. */
export function nominalOf(line: VoltageLine, volts: Float64Array, phaseV: number): number {
  if (line === 'l1' || line === 'l2' || line === 'l3') return phaseV;
  if (line !== 'grid') return phaseV * SQRT_3;
  const middle = median([...volts].filter((value) => value > 0));
  if (middle === null) return phaseV;
  const off = (factor: number) => Math.abs(Math.log(middle / (phaseV * factor)));
  return phaseV * BETWEEN.reduce<number>((best, factor) => (off(factor) < off(best) ? factor : best), 1);
}

/** 1: a mean of any line is above its limit. */
export function aboveLimit({ lines, saidTooHigh }: VoltageSlots): Uint8Array {
  return saidTooHigh.map((_, slot) =>
    lines.some(({ volts, nominalV }) => valueAt(volts, slot) > limitOf(nominalV)) ? 1 : 0,
  );
}

/** 1: by day its voltage was above the limit, or it said so. */
export function throttledSlots(slots: VoltageSlots): Uint8Array {
  const above = aboveLimit(slots);
  return above.map((isAbove, slot) =>
    valueAt(slots.clearW, slot) > 0 && (isAbove || slots.saidTooHigh[slot]) ? 1 : 0,
  );
}

/** Two hours before and after say how much of a clear sky's light there was. */
const AROUND_SLOTS = 12;
const LEAST_AROUND = 4;
/** Of the highest of the day; lower the sun says little. */
const LIT = 0.1;

/**
 * What the device would have made in each slot, W: as much of a clear sky as it made, at the median, in the slots around in
 * which nothing held it back. NaN: too few of them, or nothing held it back.
 */
export function expectedWhileThrottled(slots: VoltageSlots): Float64Array {
  const { powerW, clearW } = slots;
  const throttled = throttledSlots(slots);
  const expected = new Float64Array(clearW.length).fill(Number.NaN);
  if (!powerW) return expected;
  const lit = LIT * clearW.reduce((most, watts) => Math.max(most, watts), 0);
  for (let slot = 0; slot < clearW.length; slot++) {
    if (throttled[slot] === 0) continue;
    const before = shares(slot, -1);
    const after = shares(slot, 1);
    const around = median([...before, ...after]);
    if (around !== null && before.length + after.length >= LEAST_AROUND)
      expected[slot] = around * valueAt(clearW, slot);
  }
  return expected;

  /** The nearest on one side, across the whole of a long time of throttling. */
  function shares(from: number, step: 1 | -1): number[] {
    const found: number[] = [];
    let sound = 0;
    for (let slot = from + step; slot >= 0 && slot < clearW.length && sound < AROUND_SLOTS; slot += step) {
      if (throttled[slot] === 1) continue;
      sound++;
      const watts = powerW![slot]!;
      if (!Number.isNaN(watts) && valueAt(clearW, slot) >= lit && lit > 0) found.push(watts / valueAt(clearW, slot));
    }
    return found;
  }
}
