// Reads a device's samples in order of time, in pieces of some thousands; damaged days are reported and left out.
import type { Transaction } from '../../platform/database/connect.ts';
import { type Damage, sliceColumns } from '../../samples/parts.ts';
import { readWindow } from '../../samples/readWindow.ts';
import type { Range, SampleColumns } from '../../samples/samples.ts';

/** Short, as a device that reports every second has a million samples in it. */
const WINDOW_MS = 15 * 86_400_000;
const PIECE_ROWS = 20_000;

export async function* readableHistory(
  tx: Transaction,
  { fromMs, toMs, ...device }: Range,
  onDamage: (damage: Damage) => void,
): AsyncGenerator<SampleColumns> {
  for (let startMs = fromMs; startMs < toMs; startMs += WINDOW_MS) {
    const window = { ...device, fromMs: startMs, toMs: Math.min(toMs, startMs + WINDOW_MS) };
    for (const piece of await readWindow(tx, window, onDamage)) {
      for (let row = 0; row < piece.atMs.length; row += PIECE_ROWS) {
        yield sliceColumns(piece, row, Math.min(piece.atMs.length, row + PIECE_ROWS));
      }
    }
  }
}
