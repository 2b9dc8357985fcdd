// The two tables of an export, samples and days: what their columns are called and hold, the same in CSV and Parquet.
import { QUANTITIES, type QuantityName } from '@heliograph/contract/measurements.ts';

export interface Column {
  readonly name: string;
  readonly type: 'text' | 'day' | 'instant' | 'whole' | 'flag' | 'number';
  /** Every row has it. */
  readonly needed: boolean;
}

/** Texts and days as they are, instants in ms UTC, flags as 0 and 1; none is '' or NaN. */
export type Cells = Float64Array | Int32Array | Int16Array | Uint8Array | string[];

/** Some rows of a table, by the names of columns; a column that is not there has no value in any of them. */
export interface Piece {
  rows: number;
  cells: Record<string, Cells | undefined>;
}

export type TableName = 'samples' | 'days';
export type Format = 'csv' | 'parquet';

export const QUANTITY_NAMES = Object.keys(QUANTITIES) as QuantityName[];

const column = (name: string, type: Column['type'], needed = true): Column => ({ name, type, needed });

export const TABLES: Record<TableName, readonly Column[]> = {
  samples: [
    column('sn', 'text'),
    column('at', 'instant'),
    // Of the plant's own calendar: for people and their programs, not read back.
    column('day', 'day'),
    column('statusBits', 'whole'),
    column('mode', 'whole'),
    column('imported', 'flag'),
    ...QUANTITY_NAMES.map((name) => column(name, 'number', false)),
  ],
  days: [
    column('sn', 'text'),
    column('day', 'day'),
    column('energyWh', 'number'),
    column('integratedWh', 'number'),
    column('source', 'text'),
    column('coveredS', 'number'),
    column('samples', 'whole'),
    column('peakW', 'number', false),
    column('peakAt', 'instant', false),
    column('firstAt', 'instant', false),
    column('lastAt', 'instant', false),
  ],
};

export function isText({ type }: Column): boolean {
  return type === 'text' || type === 'day';
}

export function slicePiece({ cells }: Piece, from: number, to: number): Piece {
  const part: Piece['cells'] = {};
  for (const [name, values] of Object.entries(cells)) {
    if (values) part[name] = values.slice(from, to);
  }
  return { rows: to - from, cells: part };
}

/** Pieces one after the other as one. */
export function joinPieces(pieces: readonly Piece[], columns: readonly Column[]): Piece {
  const [only, ...more] = pieces;
  if (only && more.length === 0) return only;
  const rows = pieces.reduce((sum, piece) => sum + piece.rows, 0);
  const cells: Piece['cells'] = {};
  for (const column of columns) {
    const { name } = column;
    if (pieces.every((piece) => !piece.cells[name])) continue;
    if (isText(column)) {
      cells[name] = pieces.flatMap(
        (piece) => (piece.cells[name] as string[] | undefined) ?? new Array<string>(piece.rows).fill(''),
      );
      continue;
    }
    const joined = new Float64Array(rows).fill(Number.NaN);
    let row = 0;
    for (const piece of pieces) {
      const values = piece.cells[name] as ArrayLike<number> | undefined;
      if (values) joined.set(values, row);
      row += piece.rows;
    }
    cells[name] = joined;
  }
  return { rows, cells };
}
