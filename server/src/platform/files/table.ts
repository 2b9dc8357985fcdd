// Tables for files: typed columns, and chunks of rows as columns of values.

export interface Column {
  readonly name: string;
  readonly type: 'text' | 'day' | 'instant' | 'whole' | 'flag' | 'number';
  /** Whether every row has a value. */
  readonly needed: boolean;
}

/** Values of a column: texts and days as strings, instants in ms UTC, flags as 0 and 1; a missing value is '' or NaN. */
export type Cells = Float64Array | Int32Array | Int16Array | Uint8Array | string[];

/** Rows of a table by column name; a missing column has no value in any of them. */
export interface TableChunk {
  rows: number;
  cells: Record<string, Cells | undefined>;
}

export function isText({ type }: Column): boolean {
  return type === 'text' || type === 'day';
}

/** Joins chunks into one. */
export function joinChunks(pieces: readonly TableChunk[], columns: readonly Column[]): TableChunk {
  const [first, ...others] = pieces;
  if (first && others.length === 0) return first;
  const rows = pieces.reduce((sum, piece) => sum + piece.rows, 0);
  const cells: TableChunk['cells'] = {};
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
