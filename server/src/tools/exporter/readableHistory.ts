// A device's stored samples in order of time, some thousands at once; a damaged day is told and left out, the others come.
import type { Transaction } from '../../db/connect.ts';
import { Damaged } from '../../samples/bytes.ts';
import { type Damage, onDamage, sliceColumns } from '../../samples/parts.ts';
import { type Range, readHistory, readSamples, type SampleColumns } from '../../samples/samples.ts';
import { QUANTITY_NAMES } from './tables.ts';

/** Fewer than `readHistory` takes at once: of a device that tells something each second these are a million samples. */
const WINDOW_MS = 15 * 86_400_000;
const ROWS_AT_ONCE = 20_000;

export async function* readableHistory(
  tx: Transaction,
  { fromMs, toMs, ...device }: Range,
  damaged: (damage: Damage) => void,
): AsyncGenerator<SampleColumns> {
  for (let startMs = fromMs; startMs < toMs; startMs += WINDOW_MS) {
    const window = { ...device, fromMs: startMs, toMs: Math.min(toMs, startMs + WINDOW_MS) };
    for await (const piece of readWindow(tx, window, damaged)) {
      for (let row = 0; row < piece.atMs.length; row += ROWS_AT_ONCE) {
        yield sliceColumns(piece, row, Math.min(piece.atMs.length, row + ROWS_AT_ONCE));
      }
    }
  }
}

async function* readWindow(
  tx: Transaction,
  window: Range,
  damaged: (damage: Damage) => void,
): AsyncGenerator<SampleColumns> {
  const pieces: SampleColumns[] = [];
  try {
    for await (const piece of readHistory(tx, window)) pieces.push(piece);
    yield* pieces;
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    const end = onDamage((damage) => {
      if (damage.sid === window.sid && damage.sn === window.sn) damaged(damage);
    });
    try {
      yield await readSamples(tx, window, QUANTITY_NAMES, Number.MAX_SAFE_INTEGER);
    } finally {
      end();
    }
  }
}
