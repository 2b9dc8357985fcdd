// Reads a table of an export back from Parquet, one row group after the other; a bad row is told with its number and left out.
import { type FileHandle, open } from 'node:fs/promises';
import { zstdDecompressSync } from 'node:zlib';
import {
  type AsyncBuffer,
  type DecodedArray,
  type FileMetaData,
  parquetMetadataAsync,
  parquetScan,
  parquetSchema,
  type SchemaElement,
} from 'hyparquet';
import { PARQUET_TYPES } from '../../files/parquet.ts';
import { type Column, isText, type Piece } from '../../files/table.ts';
import { StartError } from '../../startError.ts';
import { checkCell, plainNumbers, type Reading, requireColumns } from './cells.ts';
import {
  MOST_METADATA_BYTES,
  MOST_ROWS,
  MOST_ROWS_A_GROUP,
  requireSaneMetadata,
  requireSanePages,
} from './parquetBounds.ts';

const DAY_MS = 86_400_000;
const ROWS_AT_ONCE = 5_000;
/** Packing makes a column longer by little at worst. */
const MOST_CHUNK_BYTES = 20 * 2 ** 20;

export async function* readParquet(path: string, columns: readonly Column[], reading: Reading): AsyncGenerator<Piece> {
  const handle = await open(path);
  try {
    const scan = await readable(path, () => openScan(handle));
    const fields = await readable(path, async () => requireBounds(scan.metadata));
    requireColumns(
      path,
      fields.map(({ name }) => name),
      columns,
    );
    const present = columns.filter(({ name }) => fields.some((field) => field.name === name));
    for (const { name, type } of present) {
      const wanted = PARQUET_TYPES[type];
      const field = fields.find((candidate) => candidate.name === name)!;
      if (field.type !== wanted.type || field.converted_type !== wanted.converted_type)
        throw new StartError(`${path} is no export: its column "${name}" has another type.`);
    }
    const rows = Number(scan.metadata.num_rows);
    for (const { rowStart, rowEnd } of scan.ranges) {
      const values: DecodedArray[] = [];
      for (const { name } of present) {
        const column = await readable(path, () => scan.readColumn({ column: name, rowStart, rowEnd }));
        if (column.length !== rowEnd - rowStart)
          throw new StartError(
            `${path} can't be read as Parquet: its column "${name}" has another length than it says.`,
          );
        values.push(column);
      }
      for (let from = 0; from < rowEnd - rowStart; from += ROWS_AT_ONCE) {
        const part = values.map((column) => column.slice(from, from + ROWS_AT_ONCE));
        yield pieceOf(present, part, rowStart + from, reading);
      }
      reading.progress(rowEnd / rows);
    }
  } finally {
    await handle.close();
  }
}

async function readable<Result>(path: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw new StartError(`${path} can't be read as Parquet: ${(error as Error).message}.`);
  }
}

/** The columns of a flat table whose groups are of a size that an export has. */
function requireBounds(metadata: FileMetaData): SchemaElement[] {
  const children = parquetSchema(metadata).children;
  if (children.some((child) => child.children.length > 0 || child.element.repetition_type === 'REPEATED'))
    throw new Error('it is no flat table');
  let rows = 0;
  for (const { num_rows, columns } of metadata.row_groups) {
    if (num_rows < 1 || num_rows > MOST_ROWS_A_GROUP)
      throw new Error(`it has a group of ${num_rows} rows, and may have ${MOST_ROWS_A_GROUP} at most`);
    rows += Number(num_rows);
    for (const { meta_data } of columns) {
      if (meta_data?.codec !== 'ZSTD' && meta_data?.codec !== 'UNCOMPRESSED')
        throw new Error(`it is packed by ${meta_data?.codec}, not by zstd`);
    }
  }
  if (rows !== Number(metadata.num_rows) || rows > MOST_ROWS)
    throw new Error(`it says that it has ${metadata.num_rows} rows`);
  return children.map(({ element }) => element);
}

async function openScan(handle: FileHandle): Promise<Awaited<ReturnType<typeof parquetScan>>> {
  const { size } = await handle.stat();
  const slice = async (start: number, end: number = size): Promise<ArrayBuffer> => {
    if (!(start >= 0 && start <= end && end <= size)) throw new Error('it names bytes that are not in it');
    const buffer = Buffer.alloc(end - start);
    await handle.read(buffer, 0, buffer.length, start);
    return buffer.buffer;
  };
  const metadata = await readMetadata({ byteLength: size, slice });
  const file: AsyncBuffer = {
    byteLength: size,
    // From here on what is asked for are the pages of one column of one group.
    async slice(start, end) {
      if ((end ?? size) - start > MOST_CHUNK_BYTES) throw new Error('it has a column that is too long');
      const chunk = await slice(start, end);
      requireSanePages(new Uint8Array(chunk));
      return chunk;
    },
  };
  return await parquetScan({
    file,
    metadata,
    useOffsetIndex: false,
    compressors: {
      // A page of nothing but missing values is 0 bytes long.
      ZSTD: (input, length) =>
        length === 0 ? new Uint8Array() : zstdDecompressSync(input, { maxOutputLength: length }),
    },
    parsers: {
      timestampFromMilliseconds: Number,
      dateFromDays: (days) => {
        const date = new Date(days * DAY_MS);
        return Number.isNaN(date.getTime()) ? 'no day' : date.toISOString().slice(0, 10);
      },
    },
  });
}

async function readMetadata(file: AsyncBuffer): Promise<FileMetaData> {
  if (file.byteLength < 12) throw new Error('it is too short');
  const length = new DataView(await file.slice(file.byteLength - 8)).getUint32(0, true);
  if (length > file.byteLength - 8 || length > MOST_METADATA_BYTES) throw new Error('its end is too long');
  requireSaneMetadata(new Uint8Array(await file.slice(file.byteLength - 8 - length, file.byteLength - 8)));
  return await parquetMetadataAsync(file);
}

/** Column by column, which is several times faster than row by row. */
function pieceOf(
  columns: readonly Column[],
  values: readonly DecodedArray[],
  rowStart: number,
  reading: Reading,
): Piece {
  const all = values[0]!.length;
  const bad = new Map<number, string>();
  const cells: Piece['cells'] = {};
  for (const [index, column] of columns.entries()) {
    const given = values[index]!;
    const none = isText(column) ? '' : Number.NaN;
    const read: string[] | Float64Array = isText(column) ? new Array<string>(all).fill('') : new Float64Array(all);
    const { min, max } = plainNumbers(column, reading.latestMs);
    for (let row = 0; row < all; row++) {
      const cell = given[row] as string | number | boolean | null | undefined;
      if (typeof cell === 'number' && cell >= min && cell <= max) {
        read[row] = cell;
        continue;
      }
      const value = checkCell(
        column,
        cell === null || cell === undefined ? none : typeof cell === 'boolean' ? Number(cell) : cell,
        reading.latestMs,
      );
      if (typeof value !== 'object') read[row] = value;
      else if (!bad.has(row)) bad.set(row, value.refused);
    }
    cells[column.name] = read;
  }
  if (bad.size === 0) return { rows: all, cells };
  for (const [row, reason] of [...bad].sort(([left], [right]) => left - right))
    reading.refuse(reason, rowStart + row + 1);
  for (const { name } of columns) {
    cells[name] = (cells[name] as string[]).filter((_, row) => !bad.has(row));
  }
  return { rows: all - bad.size, cells };
}
