// Columns as PostgreSQL arrays in binary format: one parameter per column, which neither side formats or parses as text. For frequent statements; others use platform/database/arrays.ts.

type Maybe<Value> = Value | null | undefined;

/** Type OIDs of PostgreSQL. */
const TEXT = 25;
const JSON_TEXT = 114;
const BYTEA = 17;
const BOOLEAN = 16;
const INT2 = 21;
const INT4 = 23;
const INT8 = 20;
const FLOAT4 = 700;
const FLOAT8 = 701;
const DATE = 1082;
const TIMESTAMPTZ = 1184;

const HEADER = 20;
const LENGTH = 4;
const NULL = -1;

/** Epoch of PostgreSQL's dates and instants. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
const DAY_MS = 86_400_000;
const LOW = 2 ** 32;

function writeHeader(bytes: Buffer, type: number, count: number): void {
  bytes.writeInt32BE(1, 0);
  // Flag for nulls, which PostgreSQL ignores.
  bytes.writeInt32BE(0, 4);
  bytes.writeInt32BE(type, 8);
  bytes.writeInt32BE(count, 12);
  bytes.writeInt32BE(1, 16);
}

/** Encodes values of a fixed size; `write` writes one at a position. */
function fixedSize<Row, Value>(
  { type, size }: { type: number; size: number },
  rows: readonly Row[],
  of: (row: Row) => Maybe<Value>,
  write: (view: DataView, at: number, value: Value) => void,
): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER + rows.length * (LENGTH + size));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  writeHeader(bytes, type, rows.length);
  let at = HEADER;
  for (let n = 0; n < rows.length; n++) {
    const value = of(rows[n]!);
    if (value === null || value === undefined) {
      view.setInt32(at, NULL);
      at += LENGTH;
      continue;
    }
    view.setInt32(at, size);
    write(view, at + LENGTH, value);
    at += LENGTH + size;
  }
  return at === bytes.length ? bytes : bytes.subarray(0, at);
}

/** Returns an integer that fits the type. Throws RangeError, as PostgreSQL would, instead of truncating it. */
function checkedInt(value: number, max: number): number {
  if (Number.isInteger(value) && value <= max && value >= -max - 1) return value;
  throw new RangeError(`${value} is no integer within the range of the type`);
}

/** Encodes a column for `::float8[]`. */
export const floats = <Row>(rows: readonly Row[], of: (row: Row) => Maybe<number>): Buffer =>
  fixedSize({ type: FLOAT8, size: 8 }, rows, of, (view, at, value) => view.setFloat64(at, value));

/** Encodes a column for `::float4[]`, rounded to single precision. */
export const halfFloats = <Row>(rows: readonly Row[], of: (row: Row) => Maybe<number>): Buffer =>
  fixedSize({ type: FLOAT4, size: 4 }, rows, of, (view, at, value) => view.setFloat32(at, value));

/** Encodes a column for `::int2[]`. */
export const smallInts = <Row>(rows: readonly Row[], of: (row: Row) => Maybe<number>): Buffer =>
  fixedSize({ type: INT2, size: 2 }, rows, of, (view, at, value) => view.setInt16(at, checkedInt(value, 0x7fff)));

/** Encodes a column for `::int4[]`. */
export const ints = <Row>(rows: readonly Row[], of: (row: Row) => Maybe<number>): Buffer =>
  fixedSize({ type: INT4, size: 4 }, rows, of, (view, at, value) => view.setInt32(at, checkedInt(value, 0x7fff_ffff)));

/** Encodes a column for `::int8[]`. */
export const longInts = <Row>(rows: readonly Row[], of: (row: Row) => Maybe<number>): Buffer =>
  fixedSize({ type: INT8, size: 8 }, rows, of, (view, at, value) => {
    setLong(view, at, checkedInt(value, Number.MAX_SAFE_INTEGER));
  });

/** Encodes a column for `::boolean[]`. */
export const booleans = <Row>(rows: readonly Row[], of: (row: Row) => Maybe<boolean>): Buffer =>
  fixedSize({ type: BOOLEAN, size: 1 }, rows, of, (view, at, value) => view.setInt8(at, value ? 1 : 0));

/** Encodes a column for `::timestamptz[]`, from epoch milliseconds. */
export const instants = <Row>(rows: readonly Row[], of: (row: Row) => Maybe<number>): Buffer =>
  fixedSize({ type: TIMESTAMPTZ, size: 8 }, rows, of, (view, at, ms) => {
    setLong(view, at, checkedInt(Math.round((ms - EPOCH_MS) * 1000), Number.MAX_SAFE_INTEGER));
  });

/** Encodes a column for `::date[]`, from days as 'YYYY-MM-DD'. */
export function dates<Row>(rows: readonly Row[], of: (row: Row) => Maybe<string>): Buffer {
  let last = '';
  let number = 0;
  return fixedSize({ type: DATE, size: 4 }, rows, of, (view, at, day) => {
    if (day !== last) {
      last = day;
      number = checkedInt((Date.parse(day) - EPOCH_MS) / DAY_MS, 0x7fff_ffff);
    }
    view.setInt32(at, number);
  });
}

function setLong(view: DataView, at: number, value: number): void {
  view.setInt32(at, Math.floor(value / LOW));
  view.setUint32(at + 4, value >>> 0);
}

/** Encodes a column for `::text[]`. */
export const texts = <Row>(rows: readonly Row[], of: (row: Row) => Maybe<string>): Buffer =>
  variableSize(TEXT, rows, of, maxUtf8Bytes, writeText);

/** Encodes a column for `::json[]`, from JSON text. */
export const jsons = <Row>(rows: readonly Row[], of: (row: Row) => Maybe<string>): Buffer =>
  variableSize(JSON_TEXT, rows, of, maxUtf8Bytes, writeText);

/** Encodes a column for `::json[]` from values that are serialized directly: `write` writes the JSON of one at a position and returns its number of bytes. */
export const jsonsBy = <Row, Value>(
  rows: readonly Row[],
  of: (row: Row) => Maybe<Value>,
  maxBytes: (value: Value) => number,
  write: (bytes: Buffer, at: number, value: Value) => number,
): Buffer => variableSize(JSON_TEXT, rows, of, maxBytes, write);

interface Blob {
  readonly length: number;
  copyTo(bytes: Uint8Array, at: number): void;
}

/** Encodes a column for `::bytea[]`. The value of a row is copied before `of` is called for the next row. */
export const blobs = <Row>(rows: readonly Row[], of: (row: Row) => Maybe<Blob>): Buffer =>
  variableSize(BYTEA, rows, of, (value) => value.length, writeBlob);

/** Encodes values of variable size; `write` writes one at a position and returns its number of bytes, at most `maxBytes`. */
function variableSize<Row, Value>(
  type: number,
  rows: readonly Row[],
  of: (row: Row) => Maybe<Value>,
  maxBytes: (value: Value) => number,
  write: (bytes: Buffer, at: number, value: Value) => number,
): Buffer {
  let bytes = Buffer.allocUnsafe(HEADER + rows.length * (LENGTH + INITIAL_BYTES));
  writeHeader(bytes, type, rows.length);
  let at = HEADER;
  for (let n = 0; n < rows.length; n++) {
    const value = of(rows[n]!);
    const isNull = value === null || value === undefined;
    const needed = at + LENGTH + (isNull ? 0 : maxBytes(value));
    if (needed > bytes.length) {
      const larger = Buffer.allocUnsafe(2 * needed);
      bytes.copy(larger, 0, 0, at);
      bytes = larger;
    }
    const length = isNull ? 0 : write(bytes, at + LENGTH, value);
    bytes.writeInt32BE(isNull ? NULL : length, at);
    at += LENGTH + length;
  }
  return bytes.subarray(0, at);
}

/** Bytes per value allocated at first. */
const INITIAL_BYTES = 60;

/** Upper bound of the bytes in UTF-8: each UTF-16 unit takes at most three. */
const maxUtf8Bytes = (text: string): number => 3 * text.length;

/** Length up to which writing character by character is faster than `Buffer.write`. */
const SHORT_LENGTH = 40;

function writeText(bytes: Buffer, at: number, text: string): number {
  const { length } = text;
  if (length > SHORT_LENGTH) return bytes.write(text, at);
  for (let n = 0; n < length; n++) {
    const code = text.charCodeAt(n);
    if (code > 0x7f) return bytes.write(text, at);
    bytes[at + n] = code;
  }
  return length;
}

function writeBlob(bytes: Buffer, at: number, value: Blob): number {
  value.copyTo(bytes, at);
  return value.length;
}
