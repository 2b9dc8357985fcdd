// Encodes one column of whole numbers as bytes: subtracts a prediction from physics and earlier numbers, and entropy codes the rest.
import { type ByteReader, type ByteWriter, Damaged } from './bytes.ts';
import { decodeNumbers, encodeNumbers } from './coder.ts';
import { candidates } from './columnCandidates.ts';
import {
  CONSTANT,
  FIRST_VERSION,
  FOLLOW,
  FOLLOW_ALL,
  type Known,
  LAST_KIND,
  LAST_VERSION,
  RATIO,
  type Rule,
  rule,
  SHARE,
  SUM,
  walk,
} from './columnRule.ts';
import { bitsOf, readExpression, writeExpression } from './expression.ts';
import type { Kin } from './kin.ts';

/** Differences to the best prediction so far and to the one being tried; reused, as allocating them for each column is expensive. */
let scratch: [Float64Array, Float64Array] = [new Float64Array(300), new Float64Array(300)];

/** Writes numbers of magnitude up to 2^52, at least one, in multiples of `unit`. Returns the format version that a reader must support. */
export function writeColumn(writer: ByteWriter, numbers: Float64Array, kin: Kin, known: Known, unit = 1): number {
  const { length } = numbers;
  const first = numbers[0]!;
  let constant = true;
  for (let index = 1; index < length && constant; index++) constant = numbers[index] === first;
  if (constant) {
    writer.byte(CONSTANT << 4);
    writer.signed(first);
    return FIRST_VERSION;
  }
  let best: Rule | undefined;
  let bestCost = Number.POSITIVE_INFINITY;
  if (scratch[0].length < length) scratch = [new Float64Array(length), new Float64Array(length)];
  let [differences, tried] = scratch.map((array) => array.subarray(0, length)) as [Float64Array, Float64Array];
  for (const candidate of candidates(numbers, kin, known, unit)) {
    walk(candidate, numbers, tried, known, false);
    const cost = headCost(candidate) + costOf(tried, bestCost);
    if (cost >= bestCost) continue;
    bestCost = cost;
    best = candidate;
    [differences, tried] = [tried, differences];
  }
  const { kind, slow, powerId, voltageId, factor, top, bottom } = best!;
  writer.byte((kind << 4) | slow);
  if (kind >= FOLLOW_ALL) {
    writeExpression(writer, top);
    if (kind === RATIO) writeExpression(writer, bottom);
  } else {
    if (kind >= FOLLOW) writer.byte(powerId);
    if (kind === SHARE) writer.byte(voltageId);
    if (kind === FOLLOW || kind >= SUM) writer.float32(factor);
  }
  writer.signed(first);
  const coded = encodeNumbers(differences, 1);
  writer.count(coded.length);
  writer.bytes(coded);
  return kind >= FOLLOW_ALL ? LAST_VERSION : FIRST_VERSION;
}

/** Reads what `writeColumn` wrote; throws `Damaged` for invalid bytes. */
export function readColumn(reader: ByteReader, length: number, known: Known): Float64Array {
  const head = reader.byte();
  const kind = head >> 4;
  const slow = head & 15;
  const read = rule(kind, { slow });
  if (kind > LAST_KIND[reader.version]!) throw new Damaged(`expectation ${kind} is not known`);
  if (kind >= FOLLOW_ALL) {
    read.top = readExpression(reader);
    if (kind === RATIO) read.bottom = readExpression(reader);
  } else {
    if (kind >= FOLLOW) read.power = referred(known, reader.byte());
    if (kind === SHARE) {
      const voltageId = reader.byte();
      if (voltageId !== 0) read.voltage = referred(known, voltageId);
    }
    if (kind === FOLLOW || kind >= SUM) read.factor = reader.float32();
  }
  if (!Number.isFinite(read.factor)) throw new Damaged('its factor is no number');
  const first = reader.signed();
  const numbers = new Float64Array(length);
  if (kind === CONSTANT) return numbers.fill(first);
  const coded = reader.count();
  const at = reader.skip(coded);
  numbers[0] = first;
  decodeNumbers(reader.bytes, at, at + coded, numbers, 1);
  walk(read, numbers, numbers, known, true);
  return numbers;
}

/** Returns the number of a column whose numbers are all the same; null, with nothing read, if they are not. */
export function readConstant(reader: ByteReader): number | null {
  const { at } = reader;
  const kind = reader.byte() >> 4;
  if (kind === CONSTANT) return reader.signed();
  reader.at = at;
  return null;
}

/** Skips a column without decoding it. */
export function skipColumn(reader: ByteReader): void {
  const kind = reader.byte() >> 4;
  if (kind >= FOLLOW_ALL && kind <= LAST_KIND[reader.version]!) {
    readExpression(reader);
    if (kind === RATIO) readExpression(reader);
  } else {
    if (kind >= FOLLOW) reader.byte();
    if (kind === SHARE) reader.byte();
    if (kind === FOLLOW || kind >= SUM) reader.float32();
  }
  reader.signed();
  if (kind !== CONSTANT) reader.skip(reader.count());
}

function referred(known: Known, id: number): Float64Array {
  const column = known.column(id);
  if (!column) throw new Damaged(`quantity ${id} is referred to and not there`);
  return column;
}

/** Estimates the bytes written in addition to head, first number and differences, in the unit of `costOf`: a factor must be worth its bytes. */
function headCost({ kind, top, bottom }: Rule): number {
  if (kind < FOLLOW) return 0;
  if (kind >= FOLLOW_ALL) return (bitsOf(top) + (kind === RATIO ? bitsOf(bottom) : 0)) / COST_GROUP;
  // A share names two quantities, the others one and a factor of four bytes.
  return (8 * (kind === SHARE ? 1 + 1 : 1 + 4)) / COST_GROUP;
}

/** Differences whose magnitudes are summed before their bits are estimated. */
const COST_GROUP = 16;

/**
 * Estimates about a sixteenth (`COST_GROUP`) of the bits that differences will take, or returns more than `enough` as soon as
 * that is certain: small ones cost little, and a noisy hour does not make a quiet one expensive.
 */
function costOf(differences: Float64Array, enough: number): number {
  let cost = 0;
  let product = 1;
  for (let from = 1; from < differences.length; from += COST_GROUP) {
    const to = Math.min(differences.length, from + COST_GROUP);
    // Two sums side by side: an addition need not wait for the one before it.
    let even = 0;
    let odd = 0;
    let index = from;
    for (; index < to - 1; index += 2) {
      even += Math.abs(differences[index]!);
      odd += Math.abs(differences[index + 1]!);
    }
    if (index < to) even += Math.abs(differences[index]!);
    product *= 1 + (even + odd) / 10;
    if (product > 1e30) {
      cost += Math.log2(product);
      product = 1;
      if (cost > enough) return cost;
    }
  }
  return cost + Math.log2(product);
}
