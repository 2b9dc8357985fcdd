// Writes a table as Parquet: one row group after the other, so that memory holds one of them.
import { zstdCompressSync } from 'node:zlib';
import type { DecodedArray } from 'hyparquet';
import { ByteWriter, type ColumnSource, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { type Cells, type Column, joinChunks, type TableChunk } from './table.ts';

const DAY_MS = 86_400_000;

export const PARQUET_TYPES: Record<Column['type'], Pick<SchemaElement, 'type' | 'converted_type'>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  day: { type: 'INT32', converted_type: 'DATE' },
  instant: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  whole: { type: 'INT32' },
  flag: { type: 'BOOLEAN' },
  number: { type: 'DOUBLE' },
};

/** Each answers what of the file is made by it, which the next overwrites; nothing, while a group is not full. */
export interface ParquetBytes {
  add(piece: TableChunk): Promise<Uint8Array>;
  /** Call it once, after the last piece. */
  finish(): Promise<Uint8Array>;
}

export function parquetBytes(columns: readonly Column[], rowsAGroup: number): ParquetBytes {
  const bytes = new ByteWriter(1 << 20);
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [
      { name: 'heliograph', num_children: columns.length },
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
    createdBy: 'heliograph',
  });
  let waiting: TableChunk[] = [];
  let rows = 0;

  /** The writer's buffer is used again. */
  function taken(): Uint8Array {
    const made = new Uint8Array(bytes.buffer, 0, bytes.index);
    bytes.index = 0;
    return made;
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
      if (rows >= rowsAGroup) await writeGroup();
      return taken();
    },
    async finish() {
      await writeGroup();
      await writer.finish();
      return taken();
    },
  };
}

function columnSource(column: Column, { rows, cells }: TableChunk): ColumnSource {
  const values = cells[column.name];
  // Least and greatest of a group help to find a device or a day; of quantities they would cost a tenth of the time.
  const source = { name: column.name, offsetIndex: false, statistics: column.type !== 'number' };
  if (!values) return { ...source, data: new Array<null>(rows).fill(null) };
  // A dictionary takes -0 and 0 for the same.
  const asTheyAre =
    column.type === 'number' && hasMinusZero(values as Float64Array) ? { encoding: 'PLAIN' as const } : {};
  return { ...source, data: decoded(column, values), ...asTheyAre };
}

/** The forms that the writer takes; null where there is no value. In loops, as `from` and `some` ask a function for each of millions of cells. */
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
  if (!hasNone(numbers)) return numbers;
  const orNull = new Array<number | null>(numbers.length);
  for (let row = 0; row < orNull.length; row++) orNull[row] = Number.isNaN(numbers[row]) ? null : numbers[row]!;
  return orNull;
}

/** As numbers since 1970: mostly the day of the row before. */
function daysOf(texts: readonly string[]): Int32Array {
  const days = new Int32Array(texts.length);
  for (let row = 0; row < texts.length; row++) {
    days[row] = row > 0 && texts[row] === texts[row - 1] ? days[row - 1]! : Date.parse(texts[row]!) / DAY_MS;
  }
  return days;
}

function hasNone(numbers: Float64Array): boolean {
  for (let row = 0; row < numbers.length; row++) if (Number.isNaN(numbers[row])) return true;
  return false;
}

function hasMinusZero(numbers: Float64Array): boolean {
  for (let row = 0; row < numbers.length; row++) if (Object.is(numbers[row], -0)) return true;
  return false;
}
