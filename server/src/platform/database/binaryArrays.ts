// Columns as PostgreSQL's arrays in their binary form: one parameter a column, which neither side writes or reads as digits. For what comes often; platform/database/arrays.ts for the rest.

type Maybe<Value> = Value | null | undefined;

/** PostgreSQL's numbers of the types. */
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

/** PostgreSQL counts from here. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
const DAY_MS = 86_400_000;
const LOW = 2 ** 32;

function begin(bytes: Buffer, type: number, count: number): void {
  bytes.writeInt32BE(1, 0);
  // Whether there are nulls: a hint that it does not use.
  bytes.writeInt32BE(0, 4);
  bytes.writeInt32BE(type, 8);
  bytes.writeInt32BE(count, 12);
  bytes.writeInt32BE(1, 16);
}

/** Of values that all have one size; `write` puts one at its place. */
function sized<Row, Value>(
  { type, size }: { type: number; size: number },
  rows: readonly Row[],
  of: (row: Row) => Maybe<Value>,
  write: (view: DataView, at: number, value: Value) => void,
): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER + rows.length * (LENGTH + size));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  begin(bytes, type, rows.length);
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

/** As PostgreSQL itself refuses it, of what it would be told cut off. */
function whole(value: number, most: number): number {
  if (Number.isInteger(value) && value <= most && value >= -most - 1) return value;
  throw new RangeError(`${value} is no whole number of that size`);
}

/** For `::float8[]`. */
export const floats = <Row>(rows: readonly Row[], of: (row: Row) => Maybe<number>): Buffer =>
  sized({ type: FLOAT8, size: 8 }, rows, of, (view, at, value) => view.setFloat64(at, value));

/** For `::float4[]`: the nearest number of that size. */
export const halfFloats = <Row>(rows: readonly Row[], of: (row: Row) => Maybe<number>): Buffer =>
  sized({ type: FLOAT4, size: 4 }, rows, of, (view, at, value) => view.setFloat32(at, value));

/** For `::int2[]`. */
export const smallInts = <Row>(rows: readonly Row[], of: (row: Row) => Maybe<number>): Buffer =>
  sized({ type: INT2, size: 2 }, rows, of, (view, at, value) => view.setInt16(at, whole(value, 0x7fff)));

/** For `::int4[]`. */
export const ints = <Row>(rows: readonly Row[], of: (row: Row) => Maybe<number>): Buffer =>
  sized({ type: INT4, size: 4 }, rows, of, (view, at, value) => view.setInt32(at, whole(value, 0x7fff_ffff)));

/** For `::int8[]`. */
export const longInts = <Row>(rows: readonly Row[], of: (row: Row) => Maybe<number>): Buffer =>
  sized({ type: INT8, size: 8 }, rows, of, (view, at, value) => {
    setLong(view, at, whole(value, Number.MAX_SAFE_INTEGER));
  });

/** For `::boolean[]`. */
export const booleans = <Row>(rows: readonly Row[], of: (row: Row) => Maybe<boolean>): Buffer =>
  sized({ type: BOOLEAN, size: 1 }, rows, of, (view, at, value) => view.setInt8(at, value ? 1 : 0));

/** For `::timestamptz[]`, of milliseconds. */
export const instants = <Row>(rows: readonly Row[], of: (row: Row) => Maybe<number>): Buffer =>
  sized({ type: TIMESTAMPTZ, size: 8 }, rows, of, (view, at, ms) => {
    setLong(view, at, whole(Math.round((ms - EPOCH_MS) * 1000), Number.MAX_SAFE_INTEGER));
  });

/** For `::date[]`, of days as 'YYYY-MM-DD'. */
export function dates<Row>(rows: readonly Row[], of: (row: Row) => Maybe<string>): Buffer {
  let last = '';
  let number = 0;
  return sized({ type: DATE, size: 4 }, rows, of, (view, at, day) => {
    if (day !== last) {
      last = day;
      number = whole((Date.parse(day) - EPOCH_MS) / DAY_MS, 0x7fff_ffff);
    }
    view.setInt32(at, number);
  });
}

function setLong(view: DataView, at: number, value: number): void {
  view.setInt32(at, Math.floor(value / LOW));
  view.setUint32(at + 4, value >>> 0);
}

/** For `::text[]`. */
export const texts = <Row>(rows: readonly Row[], of: (row: Row) => Maybe<string>): Buffer =>
  unsized(TEXT, rows, of, mostBytesOf, writeText);

/** For `::json[]`, of values that are JSON's text. */
export const jsons = <Row>(rows: readonly Row[], of: (row: Row) => Maybe<string>): Buffer =>
  unsized(JSON_TEXT, rows, of, mostBytesOf, writeText);

/** The same of values that are written by hand: `write` puts JSON's text of one at its place, and gives how many bytes it is. */
export const jsonsBy = <Row, Value>(
  rows: readonly Row[],
  of: (row: Row) => Maybe<Value>,
  mostBytes: (value: Value) => number,
  write: (bytes: Buffer, at: number, value: Value) => number,
): Buffer => unsized(JSON_TEXT, rows, of, mostBytes, write);

interface Blob {
  readonly length: number;
  copyTo(bytes: Uint8Array, at: number): void;
}

/** For `::bytea[]`. What `of` gives is copied before it is asked for the next row's. */
export const blobs = <Row>(rows: readonly Row[], of: (row: Row) => Maybe<Blob>): Buffer =>
  unsized(BYTEA, rows, of, (value) => value.length, writeBlob);

/** Of values of any size; `write` puts one at its place, and gives how many bytes it is. */
function unsized<Row, Value>(
  type: number,
  rows: readonly Row[],
  of: (row: Row) => Maybe<Value>,
  mostBytes: (value: Value) => number,
  write: (bytes: Buffer, at: number, value: Value) => number,
): Buffer {
  let bytes = Buffer.allocUnsafe(HEADER + rows.length * (LENGTH + USUAL_BYTES));
  begin(bytes, type, rows.length);
  let at = HEADER;
  for (let n = 0; n < rows.length; n++) {
    const value = of(rows[n]!);
    const isNull = value === null || value === undefined;
    const needed = at + LENGTH + (isNull ? 0 : mostBytes(value));
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

/** What there is room for at first. */
const USUAL_BYTES = 60;

/** Each of UTF-16's units is three bytes of UTF-8 at most. */
const mostBytesOf = (text: string): number => 3 * text.length;

/** Up to here it is quicker to write each letter than to have all of them written. */
const SHORT = 40;

function writeText(bytes: Buffer, at: number, text: string): number {
  const { length } = text;
  if (length > SHORT) return bytes.write(text, at);
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
