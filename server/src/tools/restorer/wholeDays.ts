// Cuts what a file gives at the ends of days, so that no day of a device is stored in two steps.
import { joinPieces, type Piece } from '../../platform/files/table.ts';
import { slicePiece, TABLES } from '../exporter/tables.ts';

/** Three months of a device that tells something every five minutes: a transaction of less costs more than what it holds. */
const ROWS_AT_LEAST = 24_000;
/** A day of a device that never ends is not one: memory stays bounded whatever the file says. */
const ROWS_AT_MOST = 200_000;

export async function* wholeDays(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  let waiting: Piece[] = [];
  let rows = 0;
  for await (const piece of pieces) {
    const cut = rows + piece.rows < ROWS_AT_LEAST ? 0 : lastDayStart(piece);
    if (cut > 0) {
      yield joinPieces([...waiting, slicePiece(piece, 0, cut)], TABLES.samples);
      waiting = [];
      rows = 0;
    }
    waiting.push(cut > 0 ? slicePiece(piece, cut, piece.rows) : piece);
    rows += waiting.at(-1)!.rows;
    if (rows >= ROWS_AT_MOST) {
      yield joinPieces(waiting, TABLES.samples);
      waiting = [];
      rows = 0;
    }
  }
  if (rows > 0) yield joinPieces(waiting, TABLES.samples);
}

/** Of the last day of a device that begins within these rows; 0: none does. */
function lastDayStart({ rows, cells }: Piece): number {
  const sns = cells.sn as string[];
  const days = cells.day as string[];
  for (let row = rows - 1; row > 0; row--) {
    if (sns[row] !== sns[row - 1] || days[row] !== days[row - 1]) return row;
  }
  return 0;
}
