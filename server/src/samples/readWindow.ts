// Reads all samples of a device in a range of days, for exports: a damaged day is reported and left out.
import { QUANTITIES, type QuantityName } from '@heliograph/contract/measurements.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { Damaged } from './bytes.ts';
import type { Damage } from './parts.ts';
import { type Range, readHistory, readSamples, type SampleColumns } from './samples.ts';

const ALL = Object.keys(QUANTITIES) as QuantityName[];

/** Returns pieces in order of time; the window must fit in the caller's memory. */
export async function readWindow(
  tx: Transaction,
  window: Range,
  onDamage: (damage: Damage) => void,
): Promise<SampleColumns[]> {
  const pieces: SampleColumns[] = [];
  try {
    for await (const piece of readHistory(tx, window)) pieces.push(piece);
    return pieces;
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    const read = await readSamples(tx, window, ALL, Number.MAX_SAFE_INTEGER, onDamage);
    const present = Object.entries(read.values).filter(([, column]) => column.some((value) => !Number.isNaN(value)));
    return [{ ...read, values: Object.fromEntries(present) }];
  }
}
