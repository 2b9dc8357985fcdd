// Regroups pieces of a file at the ends of days, so that no device-day is stored in two steps.
import { joinPieces, type Piece } from '../../platform/files/table.ts';
import { slicePiece, TABLES } from '../exporter/tables.ts';

/** About three months of a device that reports every five minutes; smaller transactions are inefficient. */
const MIN_ROWS = 24_000;
/** Bounds the memory for a file whose day never ends. */
const MAX_ROWS = 200_000;

export async function* wholeDays(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  let waiting: Piece[] = [];
  let rows = 0;
  for await (const piece of pieces) {
    const cut = rows + piece.rows < MIN_ROWS ? 0 : lastDayStart(piece);
    if (cut > 0) {
      yield joinPieces([...waiting, slicePiece(piece, 0, cut)], TABLES.samples);
      waiting = [];
      rows = 0;
    }
    waiting.push(cut > 0 ? slicePiece(piece, cut, piece.rows) : piece);
    rows += waiting.at(-1)!.rows;
    if (rows >= MAX_ROWS) {
      yield joinPieces(waiting, TABLES.samples);
      waiting = [];
      rows = 0;
    }
  }
  if (rows > 0) yield joinPieces(waiting, TABLES.samples);
}

/** First row of the last device-day that begins within these rows; 0: none does. */
function lastDayStart({ rows, cells }: Piece): number {
  const sns = cells.sn as string[];
  const days = cells.day as string[];
  for (let row = rows - 1; row > 0; row--) {
    if (sns[row] !== sns[row - 1] || days[row] !== days[row - 1]) return row;
  }
  return 0;
}
