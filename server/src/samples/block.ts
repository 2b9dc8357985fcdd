// Packs and unpacks a device-day in the format of docs/develop/block-format.md, versions 1 and 2.
import { crc32 } from 'node:zlib';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { ByteReader, ByteWriter, Damaged } from './bytes.ts';
import { readColumn, readConstant, skipColumn, writeColumn } from './column.ts';
import { FIRST_VERSION, LAST_VERSION } from './columnRule.ts';
import { NO_KIN } from './kin.ts';
import { GROUPS, groupOf, OTHER_GROUPS, type OtherGroup, partsFor, QUANTITY_IDS } from './numbers.ts';
import { KnownColumns, noReferences, writeQuantity } from './quantity.ts';

/** Samples of one device as columns, in order of time, one per instant. */
export interface SampleColumns {
  atMs: Float64Array;
  statusBits: Int32Array;
  /** -1: the device has none. */
  mode: Int16Array;
  /** 1: from a file of an old system instead of the device. */
  imported: Uint8Array;
  /** A missing value is NaN. */
  values: Partial<Record<QuantityName, Float64Array>>;
}

/** A part without quantities is null; `power` contains the instants and always exists. */
export type Block = { power: Uint8Array } & Record<OtherGroup, Uint8Array | null>;
/** A block for reading: parts that are not needed may be left out. */
export type ReadBlock = { power: Uint8Array } & Partial<Block>;

const SUM_AT = 1;
const BODY_AT = 5;
/** Ten a second for a whole day: limits the memory that a few bytes can request. */
const MAX_SAMPLES = 1_000_000;
/** Largest distance of an instant from 1970, as for all whole numbers of the format. */
const MAX_INSTANT_MS = 2 ** 52;

export function emptyColumns(count = 0): SampleColumns {
  return {
    atMs: new Float64Array(count),
    statusBits: new Int32Array(count),
    mode: new Int16Array(count),
    imported: new Uint8Array(count),
    values: {},
  };
}

const writer = new ByteWriter();

/**
 * Encodes at least one sample. Quantities without any value are left out. Throws a `RangeError` for instants that a block
 * cannot hold, so that nothing is sealed that could not be read.
 */
export function encodeBlock(columns: SampleColumns): Block {
  const { atMs } = columns;
  if (atMs.length < 1 || atMs.length > MAX_SAMPLES) throw new RangeError(`a block of ${atMs.length} samples`);
  for (let index = 0; index < atMs.length; index++) {
    const ms = atMs[index]!;
    if (!Number.isInteger(ms) || Math.abs(ms) > MAX_INSTANT_MS) throw new RangeError(`${ms} is no instant in whole ms`);
    if (index > 0 && ms <= atMs[index - 1]!) throw new RangeError('samples are not in order of time, one per instant');
  }
  const names = (Object.keys(columns.values) as QuantityName[]).sort(
    (left, right) => QUANTITY_IDS[left] - QUANTITY_IDS[right],
  );
  const known = new KnownColumns(atMs);
  const block: Block = { power: new Uint8Array(0), flow: null, grid: null, phases: null, inputs: null, strings: null };
  for (const group of GROUPS) {
    writer.length = BODY_AT;
    if (group === 'power') writeInstants(columns);
    const start = writer.length;
    // Each part has the lowest sufficient version, so that programs that support no later one read as much as possible.
    let version = FIRST_VERSION;
    for (const name of names) {
      if (groupOf(name) !== group) continue;
      version = Math.max(version, writeQuantity(writer, name, columns.values[name]!, known));
    }
    if (group !== 'power' && writer.length === start) continue;
    const bytes = writer.toBytes();
    bytes[0] = version;
    new DataView(bytes.buffer).setUint32(SUM_AT, crc32(bytes.subarray(BODY_AT)), true);
    block[group] = bytes;
  }
  return block;
}

/**
 * Decodes the named quantities of a block; those it does not contain are absent. Parts that no name needs (`partsFor`) may be
 * left out. Throws `Damaged` instead of returning a wrong number.
 */
export function decodeBlock(block: ReadBlock, names: readonly QuantityName[] | 'all'): SampleColumns;
/** Returns null when the block has no sample in the range. */
export function decodeBlock(
  block: ReadBlock,
  names: readonly QuantityName[] | 'all',
  range: { fromMs: number; toMs: number },
): SampleColumns | null;
export function decodeBlock(
  block: ReadBlock,
  names: readonly QuantityName[] | 'all',
  range?: { fromMs: number; toMs: number },
): SampleColumns | null {
  const power = openPart(block.power);
  const columns = readInstants(power);
  if (range && (columns.atMs[0]! >= range.toMs || columns.atMs.at(-1)! < range.fromMs)) return null;
  const known = new KnownColumns(columns.atMs);
  const requested = names === 'all' ? null : new Set<QuantityName>(names);
  const needed = partsFor(names);
  known.index(power);
  for (const group of OTHER_GROUPS) {
    const part = block[group];
    if (part && needed.has(group)) known.index(openPart(part));
  }
  for (const name of known.names()) {
    if (requested && !requested.has(name)) continue;
    columns.values[name] = known.values(name);
  }
  return columns;
}

/** Returns a block's number of samples, first instant and quantities; checks checksums and form without decoding numbers. Throws `Damaged`. */
export function decodeHead(block: ReadBlock): { count: number; firstMs: number; names: QuantityName[] } {
  const power = openPart(block.power);
  const { length, unitMs, first } = readHead(power);
  // Steps, status, mode, imported.
  for (let column = length > 1 ? 0 : 1; column < 4; column++) skipColumn(power);
  const known = new KnownColumns(new Float64Array(length));
  known.index(power);
  for (const group of OTHER_GROUPS) {
    const part = block[group];
    if (part) known.index(openPart(part));
  }
  return { count: length, firstMs: first * unitMs, names: known.names() };
}

/** Returns a reader of the part's body, after checking its version and checksum. */
function openPart(bytes: Uint8Array): ByteReader {
  if (bytes.length < BODY_AT) throw new Damaged('shorter than its head');
  const version = bytes[0]!;
  if (version < FIRST_VERSION || version > LAST_VERSION) throw new Damaged(`version ${version} is not known`);
  const reader = new ByteReader(bytes, SUM_AT, bytes.length, version);
  if (reader.uint32() !== crc32(bytes.subarray(BODY_AT))) throw new Damaged('its checksum is wrong');
  return reader;
}

/** Writes instants, in whole seconds or in milliseconds, and status, mode and imported flag. */
function writeInstants({ atMs, statusBits, mode, imported }: SampleColumns): void {
  const { length } = atMs;
  writer.count(length);
  const unitMs = atMs.every((ms) => ms % 1000 === 0) ? 1000 : 1;
  writer.byte(unitMs === 1000 ? 0 : 1);
  writer.signed(atMs[0]! / unitMs);
  if (length > 1) {
    const steps = new Float64Array(length - 1);
    for (let index = 1; index < length; index++) steps[index - 1] = (atMs[index]! - atMs[index - 1]!) / unitMs;
    writeColumn(writer, steps, NO_KIN, noReferences);
  }
  for (const column of [statusBits, mode, imported]) {
    writeColumn(writer, new Float64Array(column), NO_KIN, noReferences);
  }
}

function readHead(reader: ByteReader): { length: number; unitMs: number; first: number } {
  const length = reader.count();
  if (length < 1 || length > MAX_SAMPLES) throw new Damaged(`${length} samples cannot be`);
  const unit = reader.byte();
  if (unit > 1) throw new Damaged(`unit of time ${unit} is not known`);
  return { length, unitMs: unit === 0 ? 1000 : 1, first: reader.signed() };
}

function readInstants(reader: ByteReader): SampleColumns {
  const { length, unitMs, first } = readHead(reader);
  const atMs = new Float64Array(length);
  let at = first;
  atMs[0] = at * unitMs;
  if (length > 1) {
    // Nearly always a day has one constant step.
    const step = readConstant(reader);
    const steps = step === null ? readColumn(reader, length - 1, noReferences) : null;
    for (let index = 1; index < length; index++) {
      at += steps ? steps[index - 1]! : step!;
      atMs[index] = at * unitMs;
      if (atMs[index]! <= atMs[index - 1]!) throw new Damaged('its instants are not in order');
    }
  }
  if (atMs[0]! < -MAX_INSTANT_MS || atMs[length - 1]! > MAX_INSTANT_MS) throw new Damaged('its instants cannot be');
  return {
    atMs,
    statusBits: readFitting(reader, new Int32Array(length)),
    mode: readFitting(reader, new Int16Array(length)),
    imported: readFitting(reader, new Uint8Array(length)),
    values: {},
  };
}

/** Reads a column into its typed array; throws `Damaged` if a number does not fit. */
function readFitting<Typed extends Int32Array | Int16Array | Uint8Array>(reader: ByteReader, typed: Typed): Typed {
  const constant = readConstant(reader);
  if (constant !== null) {
    typed.fill(constant);
    if (typed[0] !== constant) throw new Damaged(`${constant} is too large for its column`);
    return typed;
  }
  const numbers = readColumn(reader, typed.length, noReferences);
  typed.set(numbers);
  for (let index = 0; index < typed.length; index++) {
    if (typed[index] !== numbers[index]) throw new Damaged(`${numbers[index]} is too large for its column`);
  }
  return typed;
}
