// Encodes and decodes one quantity of a block: presence of values, scale, stride, and the columns it may be predicted from.
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { ByteReader, type ByteWriter, Damaged } from './bytes.ts';
import { readColumn, skipColumn, writeColumn } from './column.ts';
import { FIRST_VERSION, type Known } from './columnRule.ts';
import { kinOf, NO_KIN } from './kin.ts';
import { isScale, PLAIN_BITS, QUANTITY_IDS, QUANTITY_NAMES, scaledValues, scaleOf, unitOf } from './numbers.ts';

const HAS_GAPS = 1;
const HAS_STRIDE = 2;
const ALL_FLAGS = HAS_GAPS | HAS_STRIDE;
/** Numbers of all quantities of a block together, including missing ones: limits the memory that a few bytes can request. */
const MAX_NUMBERS = 32_000_000;

/** For columns that refer to no quantity. */
export const noReferences: Known = {
  column: () => undefined,
  unit: () => 1,
  seconds: () => {
    throw new Damaged('instants are not known yet');
  },
};

interface Column {
  /** One number per sample: where the quantity is missing, the previous one, at first 0. Null: it cannot be referred to. */
  full: Float64Array | null;
  /** Unit of its whole numbers. */
  unit: number;
  values(): Float64Array;
}

/** Columns of a block that are decoded so far: whole numbers for columns that refer to them, values for the caller. */
export class KnownColumns {
  readonly #atMs: Float64Array;
  /** Part and offset of each quantity's column. */
  readonly #places = new Map<number, [ByteReader, number]>();
  readonly #columns = new Map<number, Column>();
  #seconds: Float64Array | undefined;
  /** Columns being decoded: guards against a damaged block with circular references. */
  readonly #open = new Set<number>();

  constructor(atMs: Float64Array) {
    this.#atMs = atMs;
  }

  /** Records the offsets of a part's columns. */
  index(reader: ByteReader): void {
    while (reader.at < reader.end) {
      const id = reader.byte();
      if (this.#places.has(id)) throw new Damaged(`quantity ${id} is there twice`);
      this.#places.set(id, [reader, reader.at]);
      if (this.#places.size * this.#atMs.length > MAX_NUMBERS) throw new Damaged('more numbers than a block can hold');
      this.#read(reader, null);
    }
  }

  /** Returns the quantities that this version knows. */
  names(): QuantityName[] {
    return [...this.#places.keys()].flatMap((id) => QUANTITY_NAMES.get(id) ?? []);
  }

  values(name: QuantityName): Float64Array {
    return this.#columnOf(QUANTITY_IDS[name])!.values();
  }

  add(id: number, column: Column): void {
    this.#columns.set(id, column);
  }

  /** Returns the columns restricted to the indexes at which the predicted column has numbers; null: all. */
  at(present: Uint32Array | null): Known {
    const pick = (full: Float64Array): Float64Array =>
      present ? Float64Array.from(present, (index) => full[index]!) : full;
    return {
      column: (id) => {
        const full = this.#columnOf(id)?.full;
        return full ? pick(full) : undefined;
      },
      unit: (id) => this.#columnOf(id)?.unit ?? 1,
      seconds: () => {
        const start = this.#atMs[0]!;
        this.#seconds ??= this.#atMs.map((ms) => (ms - start) / 1000);
        return pick(this.#seconds);
      },
    };
  }

  #columnOf(id: number): Column | undefined {
    const known = this.#columns.get(id);
    const place = this.#places.get(id);
    if (known || !place || this.#open.has(id)) return known;
    this.#open.add(id);
    const [reader, at] = place;
    const column = this.#read(new ByteReader(reader.bytes, at, reader.end, reader.version), this.#atMs.length)!;
    this.#columns.set(id, column);
    return column;
  }

  /** Reads one column after its id; `samples` null: only skips it. */
  #read(reader: ByteReader, samples: number | null): Column | null {
    const code = reader.byte();
    const flags = reader.byte();
    if (flags > ALL_FLAGS) throw new Damaged(`flags ${flags} are not known`);
    let present: Uint32Array | null = null;
    if ((flags & HAS_GAPS) !== 0) present = readPresent(reader, samples);
    const stride = (flags & HAS_STRIDE) !== 0 ? reader.count() : 1;
    if (stride === 0) throw new Damaged('a stride of 0');
    if (samples === null) {
      skipColumn(reader);
      if (code === PLAIN_BITS) skipColumn(reader);
      return null;
    }
    const length = present ? present.length : samples;
    if (length === 0) throw new Damaged('a column without values');
    if (code === PLAIN_BITS) {
      const high = readColumn(reader, length, noReferences);
      const low = readColumn(reader, length, noReferences);
      return { full: null, unit: 1, values: () => spread(samples, present, joinHalves(high, low)) };
    }
    if (!isScale(code)) throw new Damaged(`scale ${code} is not known`);
    const numbers = readColumn(reader, length, this.at(present));
    if (stride !== 1) for (let index = 0; index < length; index++) numbers[index] = numbers[index]! * stride;
    return {
      full: holdLast(samples, present, numbers),
      unit: unitOf(code),
      values: () => spread(samples, present, scaledValues(numbers, code)),
    };
  }
}

/** Writes a quantity, or nothing when it has no values. Returns the format version that a reader must support. */
export function writeQuantity(
  writer: ByteWriter,
  name: QuantityName,
  values: Float64Array,
  known: KnownColumns,
): number {
  const samples = values.length;
  const present = presentOf(values);
  if (present?.length === 0) return FIRST_VERSION;
  const presentValues = present ? Float64Array.from(present, (index) => values[index]!) : values;
  const numbers = new Float64Array(presentValues.length);
  const code = scaleOf(presentValues, numbers);
  const stride = code === PLAIN_BITS ? 1 : strideOf(numbers);
  const id = QUANTITY_IDS[name];
  writer.byte(id);
  writer.byte(code);
  writer.byte((present ? HAS_GAPS : 0) | (stride === 1 ? 0 : HAS_STRIDE));
  if (present) writePresent(writer, present, samples);
  if (stride !== 1) writer.count(stride);
  if (code === PLAIN_BITS) {
    known.add(id, { full: null, unit: 1, values: () => values });
    for (const half of halves(presentValues)) writeColumn(writer, half, NO_KIN, noReferences);
    return FIRST_VERSION;
  }
  const unit = unitOf(code);
  known.add(id, { full: holdLast(samples, present, numbers.slice()), unit, values: () => values });
  if (stride !== 1) for (let index = 0; index < numbers.length; index++) numbers[index] = numbers[index]! / stride;
  return writeColumn(writer, numbers, kinOf(name), known.at(present), unit * stride);
}

/** Returns the greatest common divisor; 1 when all numbers are 0. */
function strideOf(numbers: Float64Array): number {
  let common = 0;
  for (let index = 0; index < numbers.length; index++) {
    let rest = Math.abs(numbers[index]!);
    while (rest !== 0) [common, rest] = [rest, common % rest];
    if (common === 1) return 1;
  }
  return common || 1;
}

/** Returns the indexes that have values; null: all have. */
function presentOf(values: Float64Array): Uint32Array | null {
  let count = 0;
  for (let index = 0; index < values.length; index++) if (!Number.isNaN(values[index])) count++;
  if (count === values.length) return null;
  const present = new Uint32Array(count);
  count = 0;
  for (let index = 0; index < values.length; index++) if (!Number.isNaN(values[index])) present[count++] = index;
  return present;
}

/** Writes the lengths of alternating runs without and with values, the first one without (it may be 0). */
function writePresent(writer: ByteWriter, present: Uint32Array, samples: number): void {
  const runs: number[] = [];
  let at = 0;
  for (let index = 0; index < present.length; ) {
    const from = present[index]!;
    runs.push(from - at);
    let to = from;
    while (index < present.length && present[index] === to) {
      index++;
      to++;
    }
    runs.push(to - from);
    at = to;
  }
  if (at < samples) runs.push(samples - at);
  writer.count(runs.length);
  for (const run of runs) writer.count(run);
}

/** Reads the indexes that have values; `samples` null: only skips them. */
function readPresent(reader: ByteReader, samples: number | null): Uint32Array | null {
  const runs = reader.count();
  const present: number[] = [];
  let at = 0;
  for (let run = 0; run < runs; run++) {
    const length = reader.count();
    if (samples !== null) {
      if (length > samples - at) throw new Damaged('more places than samples');
      if (run % 2 === 1) for (let index = 0; index < length; index++) present.push(at + index);
    }
    at += length;
  }
  return samples === null ? null : Uint32Array.from(present);
}

/** Returns values at their samples, NaN in between. */
function spread(samples: number, present: Uint32Array | null, values: Float64Array): Float64Array {
  if (!present) return values;
  const full = new Float64Array(samples).fill(Number.NaN);
  for (let index = 0; index < present.length; index++) full[present[index]!] = values[index]!;
  return full;
}

/** Returns numbers at their samples; in between the previous one, at first 0. */
function holdLast(samples: number, present: Uint32Array | null, numbers: Float64Array): Float64Array {
  if (!present) return numbers;
  const full = new Float64Array(samples);
  let next = 0;
  let last = 0;
  for (let index = 0; index < samples; index++) {
    if (present[next] === index) last = numbers[next++]!;
    full[index] = last;
  }
  return full;
}

/** Returns the upper and the lower 32 bits of each number. Minus zero becomes 0, as with a scale. */
function halves(values: Float64Array): [high: Float64Array, low: Float64Array] {
  const words = new Uint32Array(values.map((value) => value + 0).buffer);
  const high = new Float64Array(values.length);
  const low = new Float64Array(values.length);
  for (let index = 0; index < values.length; index++) {
    low[index] = words[2 * index]!;
    high[index] = words[2 * index + 1]!;
  }
  return [high, low];
}

function joinHalves(high: Float64Array, low: Float64Array): Float64Array {
  const words = new Uint32Array(high.length * 2);
  for (let index = 0; index < high.length; index++) {
    words[2 * index] = low[index]!;
    words[2 * index + 1] = high[index]!;
  }
  return new Float64Array(words.buffer);
}
