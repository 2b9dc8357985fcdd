// All that is stored of a device in some days, for who hands it on: a damaged day is told and left out, the others come.
import { QUANTITIES, type QuantityName } from '@heliograph/contract/measurements.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { Damaged } from './bytes.ts';
import type { Damage } from './parts.ts';
import { type Range, readHistory, readSamples, type SampleColumns } from './samples.ts';

const ALL = Object.keys(QUANTITIES) as QuantityName[];

/** In pieces in order of time; a window is as long as what the caller can hold. */
export async function readWindow(
  tx: Transaction,
  window: Range,
  damaged: (damage: Damage) => void,
): Promise<SampleColumns[]> {
  const pieces: SampleColumns[] = [];
  try {
    for await (const piece of readHistory(tx, window)) pieces.push(piece);
    return pieces;
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    const read = await readSamples(tx, window, ALL, Number.MAX_SAFE_INTEGER, damaged);
    const said = Object.entries(read.values).filter(([, column]) => column.some((value) => !Number.isNaN(value)));
    return [{ ...read, values: Object.fromEntries(said) }];
  }
}
