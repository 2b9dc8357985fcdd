// Reads a table of an export from Parquet, group by group; unreadable rows are reported with their number and left out.
import { type FileHandle, open } from 'node:fs/promises';
import { zstdDecompressSync } from 'node:zlib';
import {
  type DecodedArray,
  type FileMetaData,
  type ParquetScanOptions,
  parquetMetadataAsync,
  parquetScan,
  parquetSchema,
  type RowGroup,
  type SchemaElement,
} from 'hyparquet';
import { PARQUET_TYPES } from '../../platform/files/parquet.ts';
import { type Cells, type Column, isText, type TableChunk } from '../../platform/files/table.ts';
import { StartupError } from '../../platform/startupError.ts';
import { checkCell, plainNumbers, type Reading, requireColumns } from './cells.ts';
import {
  MAX_METADATA_BYTES,
  MAX_ROWS,
  MAX_ROWS_A_GROUP,
  requireSaneMetadata,
  requireSanePages,
} from './parquetBounds.ts';

const DAY_MS = 86_400_000;
/** Compression enlarges a column only slightly at worst. */
const MAX_CHUNK_BYTES = 20 * 2 ** 20;

export async function* readParquet(
  path: string,
  columns: readonly Column[],
  reading: Reading,
): AsyncGenerator<TableChunk> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const { metadata, fields } = await readable(path, async () => {
      const metadata = await readMetadata(handle, size);
      return { metadata, fields: requireBounds(metadata) };
    });
    requireColumns(
      path,
      fields.map(({ name }) => name),
      columns,
    );
    const present = columns.flatMap((column) => {
      const field = fields.find(({ name }) => name === column.name);
      return field ? [{ column, field }] : [];
    });
    for (const { column, field } of present) {
      const wanted = PARQUET_TYPES[column.type];
      if (field.type !== wanted.type || field.converted_type !== wanted.converted_type)
        throw new StartupError(`${path} is no export: its column "${column.name}" has another type.`);
    }
    let rowStart = 0;
    for (const group of metadata.row_groups) {
      const rows = Number(group.num_rows);
      const bad = new Map<number, string>();
      const cells: TableChunk['cells'] = {};
      for (const { column, field } of present) {
        const given = await readable(path, () => readColumn(handle, size, metadata, group, field));
        if (given.length !== rows)
          throw new StartupError(
            `${path} can't be read as Parquet: its column "${column.name}" has another length than it says.`,
          );
        cells[column.name] = cellsOf(column, given, reading, bad);
      }
      for (const [row, reason] of [...bad].sort(([left], [right]) => left - right))
        reading.refuse(reason, rowStart + row + 1);
      yield goodRows({ rows, cells }, bad);
      rowStart += rows;
      reading.progress(rowStart / Number(metadata.num_rows));
    }
  } finally {
    await handle.close();
  }
}

async function readable<Result>(path: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw new StartupError(`${path} can't be read as Parquet: ${(error as Error).message}.`);
  }
}

/** Returns the columns; refuses nested tables and groups larger than those of an export. */
function requireBounds(metadata: FileMetaData): SchemaElement[] {
  const children = parquetSchema(metadata).children;
  if (children.some((child) => child.children.length > 0 || child.element.repetition_type === 'REPEATED'))
    throw new Error('it is no flat table');
  let rows = 0;
  for (const { num_rows, columns } of metadata.row_groups) {
    if (num_rows < 1 || num_rows > MAX_ROWS_A_GROUP)
      throw new Error(`it has a group of ${num_rows} rows, and may have ${MAX_ROWS_A_GROUP} at most`);
    rows += Number(num_rows);
    for (const { meta_data } of columns) {
      if (meta_data?.codec !== 'ZSTD' && meta_data?.codec !== 'UNCOMPRESSED')
        throw new Error(`it is packed by ${meta_data?.codec}, not by zstd`);
    }
  }
  if (rows !== Number(metadata.num_rows) || rows > MAX_ROWS)
    throw new Error(`it says that it has ${metadata.num_rows} rows`);
  return children.map(({ element }) => element);
}

const DECODING = {
  useOffsetIndex: false,
  compressors: {
    // A page of nothing but missing values is 0 bytes long.
    ZSTD: (input, length) => (length === 0 ? new Uint8Array() : zstdDecompressSync(input, { maxOutputLength: length })),
  },
  parsers: {
    timestampFromMilliseconds: Number,
    dateFromDays: (days) => {
      const date = new Date(days * DAY_MS);
      return Number.isNaN(date.getTime()) ? 'no day' : date.toISOString().slice(0, 10);
    },
  },
} satisfies Partial<ParquetScanOptions>;

/** One column of one group as a file of its own, as hyparquet caches what it has read of each column. */
async function readColumn(
  handle: FileHandle,
  size: number,
  metadata: FileMetaData,
  group: RowGroup,
  field: SchemaElement,
): Promise<DecodedArray> {
  const column = group.columns.find(({ meta_data }) => meta_data?.path_in_schema[0] === field.name);
  const meta = column?.meta_data;
  if (!meta) throw new Error(`a group has no column "${field.name}"`);
  const from = meta.dictionary_page_offset || meta.data_page_offset;
  if (meta.total_compressed_size > MAX_CHUNK_BYTES) throw new Error('it has a column that is too long');
  const bytes = await readBytes(handle, size, Number(from), Number(from + meta.total_compressed_size));
  requireSanePages(bytes);
  const scan = await parquetScan({
    file: { byteLength: size, slice: () => bytes.buffer },
    metadata: {
      ...metadata,
      num_rows: group.num_rows,
      schema: [{ name: 'column', num_children: 1 }, field],
      row_groups: [{ ...group, columns: [column] }],
    },
    ...DECODING,
  });
  return await scan.readColumn({ column: field.name, rowStart: 0, rowEnd: Number(group.num_rows) });
}

async function readBytes(
  handle: FileHandle,
  size: number,
  start: number,
  end: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!(start >= 0 && start <= end && end <= size)) throw new Error('it names bytes that are not in it');
  const bytes = new Uint8Array(end - start);
  await handle.read(bytes, 0, bytes.length, start);
  return bytes;
}

async function readMetadata(handle: FileHandle, size: number): Promise<FileMetaData> {
  if (size < 12) throw new Error('it is too short');
  const slice = async (start: number, end: number = size) => await readBytes(handle, size, start, end);
  const length = new DataView((await slice(size - 8)).buffer).getUint32(0, true);
  if (length > size - 8 || length > MAX_METADATA_BYTES) throw new Error('its end is too long');
  requireSaneMetadata(await slice(size - 8 - length, size - 8));
  return await parquetMetadataAsync({
    byteLength: size,
    slice: async (start, end) => (await slice(start, end)).buffer,
  });
}

/** Column by column, which is several times faster than row by row; repeated cells are checked once. */
function cellsOf(column: Column, given: DecodedArray, reading: Reading, bad: Map<number, string>): Cells {
  const none = isText(column) ? '' : Number.NaN;
  const read = isText(column) ? new Array<string>(given.length).fill('') : new Float64Array(given.length);
  const { min, max } = plainNumbers(column, reading.latestMs);
  let before: unknown;
  let good: string | number | undefined;
  for (let row = 0; row < given.length; row++) {
    const cell = given[row] as string | number | boolean | null | undefined;
    if (typeof cell === 'number' && cell >= min && cell <= max) {
      read[row] = cell;
      continue;
    }
    if (cell === before && good !== undefined) {
      read[row] = good;
      continue;
    }
    const value = checkCell(
      column,
      cell === null || cell === undefined ? none : typeof cell === 'boolean' ? Number(cell) : cell,
      reading.latestMs,
    );
    before = cell;
    good = typeof value === 'object' ? undefined : value;
    if (typeof value !== 'object') read[row] = value;
    else if (!bad.has(row)) bad.set(row, value.refused);
  }
  return read;
}

function goodRows({ rows, cells }: TableChunk, bad: ReadonlyMap<number, string>): TableChunk {
  if (bad.size === 0) return { rows, cells };
  const good = Object.entries(cells).map(([name, values]) => [
    name,
    (values as string[]).filter((_, row) => !bad.has(row)),
  ]);
  return { rows: rows - bad.size, cells: Object.fromEntries(good) };
}
