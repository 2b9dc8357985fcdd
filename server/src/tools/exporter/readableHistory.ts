// A device's stored samples in order of time, some thousands at once; a damaged day is told and left out, the others come.
import type { Transaction } from '../../platform/database/connect.ts';
import { type Damage, sliceColumns } from '../../samples/parts.ts';
import { readWindow } from '../../samples/readWindow.ts';
import type { Range, SampleColumns } from '../../samples/samples.ts';

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
    for (const piece of await readWindow(tx, window, damaged)) {
      for (let row = 0; row < piece.atMs.length; row += ROWS_AT_ONCE) {
        yield sliceColumns(piece, row, Math.min(piece.atMs.length, row + ROWS_AT_ONCE));
      }
    }
  }
}
