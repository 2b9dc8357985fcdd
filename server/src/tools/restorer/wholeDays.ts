// Regroups pieces of a file at the ends of days, so that no device-day is stored in two steps.
import { joinChunks, type TableChunk } from '../../platform/files/table.ts';
import { sliceChunk, TABLES } from '../exporter/tables.ts';

/** About three months of a device that reports every five minutes; smaller transactions are inefficient. */
const MIN_ROWS = 24_000;
/** Bounds the memory for a file whose day never ends. */
const MAX_ROWS = 200_000;

export async function* wholeDays(pieces: AsyncIterable<TableChunk>): AsyncGenerator<TableChunk> {
  let waiting: TableChunk[] = [];
  let rows = 0;
  for await (const piece of pieces) {
    const cut = rows + piece.rows < MIN_ROWS ? 0 : lastDayStart(piece);
    if (cut > 0) {
      yield joinChunks([...waiting, sliceChunk(piece, 0, cut)], TABLES.samples);
      waiting = [];
      rows = 0;
    }
    waiting.push(cut > 0 ? sliceChunk(piece, cut, piece.rows) : piece);
    rows += waiting.at(-1)!.rows;
    if (rows >= MAX_ROWS) {
      yield joinChunks(waiting, TABLES.samples);
      waiting = [];
      rows = 0;
    }
  }
  if (rows > 0) yield joinChunks(waiting, TABLES.samples);
}

/** First row of the last device-day that begins within these rows; 0: none does. */
function lastDayStart({ rows, cells }: TableChunk): number {
  const sns = cells.sn as string[];
  const days = cells.day as string[];
  for (let row = rows - 1; row > 0; row--) {
    if (sns[row] !== sns[row - 1] || days[row] !== days[row - 1]) return row;
  }
  return 0;
}
