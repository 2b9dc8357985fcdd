// Writes a table as Parquet, one row group after the other, so that only one of them is in memory.
import { zstdCompressSync } from 'node:zlib';
import type { DecodedArray } from 'hyparquet';
import { ByteWriter, type ColumnSource, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { type Cells, type Column, joinChunks, type TableChunk } from './table.ts';

const DAY_MS = 86_400_000;

export const PARQUET_TYPES: Record<Column['type'], Pick<SchemaElement, 'type' | 'converted_type' | 'logical_type'>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  day: { type: 'INT32', converted_type: 'DATE' },
  // The older type does not say that it is UTC.
  instant: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  whole: { type: 'INT32' },
  flag: { type: 'BOOLEAN' },
  number: { type: 'DOUBLE' },
};

/** Both methods return the bytes of the file written by them, valid until the next call; none while a row group is not full. */
export interface ParquetBytes {
  add(piece: TableChunk): Promise<Uint8Array>;
  /** Call it once, after the last piece. */
  finish(): Promise<Uint8Array>;
}

export function parquetBytes(columns: readonly Column[], groupRows: number): ParquetBytes {
  const bytes = new ByteWriter(1 << 20);
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [
      { name: 'schema', num_children: columns.length },
      ...columns.map(
        ({ name, type, needed }): SchemaElement => ({
          name,
          ...PARQUET_TYPES[type],
          repetition_type: needed ? 'REQUIRED' : 'OPTIONAL',
        }),
      ),
    ],
    codec: 'ZSTD',
    compressors: { ZSTD: zstdCompressSync },
  });
  let waiting: TableChunk[] = [];
  let rows = 0;

  /** Returns the written bytes and resets the writer's buffer, which is reused. */
  function takeBytes(): Uint8Array {
    const written = new Uint8Array(bytes.buffer, 0, bytes.index);
    bytes.index = 0;
    return written;
  }
  async function writeGroup(): Promise<void> {
    if (rows === 0) return;
    const piece = joinChunks(waiting, columns);
    waiting = [];
    rows = 0;
    const columnData = columns.map((column) => columnSource(column, piece));
    await writer.write({ columnData, rowGroupSize: piece.rows });
  }
  return {
    async add(piece) {
      waiting.push(piece);
      rows += piece.rows;
      if (rows >= groupRows) await writeGroup();
      return takeBytes();
    },
    async finish() {
      await writeGroup();
      await writer.finish();
      return takeBytes();
    },
  };
}

function columnSource(column: Column, { rows, cells }: TableChunk): ColumnSource {
  const values = cells[column.name];
  // Minimum and maximum of a group help to find a device or a day; for quantities they would cost a tenth of the time.
  const source = { name: column.name, offsetIndex: false, statistics: column.type !== 'number' };
  if (!values) return { ...source, data: new Array<null>(rows).fill(null) };
  // A dictionary would not distinguish -0 from 0.
  const encoding =
    column.type === 'number' && hasMinusZero(values as Float64Array) ? { encoding: 'PLAIN' as const } : {};
  return { ...source, data: decoded(column, values), ...encoding };
}

/** Converts cells to the writer's types; null where there is no value. Uses loops, as `from` and `some` call a function for each of millions of cells. */
function decoded({ type, needed }: Column, values: Cells): DecodedArray {
  if (type === 'text') return needed ? (values as string[]) : (values as string[]).map((text) => text || null);
  if (type === 'day') return daysOf(values as string[]);
  const numbers = values as Float64Array;
  if (type === 'whole') return new Int32Array(numbers);
  if (type === 'flag') {
    const flags = new Array<boolean>(numbers.length);
    for (let row = 0; row < flags.length; row++) flags[row] = numbers[row] === 1;
    return flags;
  }
  if (!hasNaN(numbers)) return numbers;
  const orNull = new Array<number | null>(numbers.length);
  for (let row = 0; row < orNull.length; row++) orNull[row] = Number.isNaN(numbers[row]) ? null : numbers[row]!;
  return orNull;
}

/** Converts days to day numbers since 1970, reusing the previous row's, which is mostly the same. */
function daysOf(texts: readonly string[]): Int32Array {
  const days = new Int32Array(texts.length);
  for (let row = 0; row < texts.length; row++) {
    days[row] = row > 0 && texts[row] === texts[row - 1] ? days[row - 1]! : Date.parse(texts[row]!) / DAY_MS;
  }
  return days;
}

function hasNaN(numbers: Float64Array): boolean {
  for (let row = 0; row < numbers.length; row++) if (Number.isNaN(numbers[row])) return true;
  return false;
}

function hasMinusZero(numbers: Float64Array): boolean {
  for (let row = 0; row < numbers.length; row++) if (Object.is(numbers[row], -0)) return true;
  return false;
}
