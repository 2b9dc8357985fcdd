// One column of whole numbers as bytes: what physics and the past let expect is taken away, the rest is entropy coded.
import { type ByteReader, type ByteWriter, Damaged } from './bytes.ts';
import { decodeNumbers, encodeNumbers } from './coder.ts';

/**
 * How a number is expected from those before it and from a column that is read earlier (docs/block-format.md):
 * `last` the one before; `line` the straight line through the two before; `mean` a moving mean; `follow` a moving mean
 * beside a part of the power; `share` a moving share of the power, or of power / voltage; `sum` what power has added up to.
 */
const CONSTANT = 0;
const LAST = 1;
const LINE = 2;
const MEAN = 3;
const FOLLOW = 4;
const SHARE = 5;
const SUM = 6;
const SUM_OF_MEANS = 7;

/** Columns that were read earlier, at the places of this column's numbers, and the seconds between its samples. */
export interface Known {
  /** Numbers of a quantity by its id; undefined: it cannot be referred to. */
  column(id: number): Float64Array | undefined;
  /** `secondsAt[i]`: seconds from the first sample; asked by SUM alone. */
  seconds(): Float64Array;
}

/** What an expectation may not exceed, so that the difference stays exact. */
const FARTHEST = 2 ** 51;
const whole = (value: number): number => {
  const rounded = Math.floor(value + 0.5);
  // also for NaN and the infinities
  return rounded <= FARTHEST && rounded >= -FARTHEST ? rounded : 0;
};

interface Rule {
  kind: number;
  /** Of moving means: the newest weighs 1 / 2^slow. */
  slow: number;
  power: Float64Array | undefined;
  powerId: number;
  voltage: Float64Array | undefined;
  voltageId: number;
  factor: number;
}

const rule = (kind: number, given: Partial<Rule> = {}): Rule => ({
  kind,
  slow: 0,
  power: undefined,
  powerId: 0,
  voltage: undefined,
  voltageId: 0,
  factor: 0,
  ...given,
});

/**
 * Both ways in one walk, so that they cannot differ: `decode` turns differences into numbers, else numbers into
 * differences. The first number is known to both and left as it is.
 */
function walk(rule: Rule, from: Float64Array, to: Float64Array, known: Known, decode: boolean): void {
  const { kind, slow, factor } = rule;
  const { length } = from;
  const first = from[0]!;
  to[0] = first;
  const weight = 1 / 2 ** slow;
  if (kind === LAST) {
    let last = first;
    for (let index = 1; index < length; index++) {
      const expected = last <= FARTHEST && last >= -FARTHEST ? last : 0;
      const given = from[index]!;
      last = decode ? given + expected : given;
      to[index] = decode ? last : given - expected;
    }
  } else if (kind === LINE) {
    let last = first;
    let before = first;
    for (let index = 1; index < length; index++) {
      const expected = whole(2 * last - before);
      const given = from[index]!;
      before = last;
      last = decode ? given + expected : given;
      to[index] = decode ? last : given - expected;
    }
  } else if (kind === MEAN) {
    let mean = first;
    for (let index = 1; index < length; index++) {
      const expected = whole(mean);
      const given = from[index]!;
      const number = decode ? given + expected : given;
      to[index] = decode ? number : given - expected;
      mean += (number - mean) * weight;
    }
  } else if (kind === FOLLOW) {
    const power = rule.power!;
    let mean = first - factor * power[0]!;
    for (let index = 1; index < length; index++) {
      const part = factor * power[index]!;
      const expected = whole(mean + part);
      const given = from[index]!;
      const number = decode ? given + expected : given;
      to[index] = decode ? number : given - expected;
      mean += (number - part - mean) * weight;
    }
  } else if (kind === SHARE) {
    const power = rule.power!;
    const { voltage } = rule;
    const most = 2 ** slow;
    let share = 0;
    let seen = 0;
    for (let index = 0; index < length; index++) {
      const through = voltage ? voltage[index]! : 1;
      const base = through === 0 ? 0 : power[index]! / through;
      let number = first;
      if (index > 0) {
        const expected = whole(share * base);
        const given = from[index]!;
        number = decode ? given + expected : given;
        to[index] = decode ? number : given - expected;
      }
      if (base > 0 && number > 0) {
        if (seen < most) seen++;
        share += (number / base - share) / seen;
      }
    }
  } else {
    const power = rule.power!;
    const seconds = known.seconds();
    const middle = kind === SUM_OF_MEANS;
    let sum = first + 0.5;
    for (let index = 1; index < length; index++) {
      const watts = middle ? (power[index]! + power[index - 1]!) / 2 : power[index]!;
      sum += factor * watts * (seconds[index]! - seconds[index - 1]!);
      const floor = Math.floor(sum);
      const expected = floor <= FARTHEST && floor >= -FARTHEST ? floor : 0;
      const given = from[index]!;
      const number = decode ? given + expected : given;
      to[index] = decode ? number : given - expected;
      // The sum is known to lie within the number that was shown.
      if (number !== floor) sum = floor < number ? number : number + 0.999;
    }
  }
}

/** Which columns the encoder may try to refer to; 0: none. */
export interface Kin {
  /** The first of these that is there. */
  powerIds: readonly number[];
  voltageId: number;
  /** It counts energy. */
  counts: boolean;
}

export const NO_KIN: Kin = { powerIds: [], voltageId: 0, counts: false };

/** Differences to the expectation that is best so far and to the one being tried; kept, as making them again for each column is expensive. */
let scratch: [Float64Array, Float64Array] = [new Float64Array(300), new Float64Array(300)];

/** Numbers of magnitude up to 2^52, at least one. */
export function writeColumn(writer: ByteWriter, numbers: Float64Array, kin: Kin, known: Known): void {
  const { length } = numbers;
  const first = numbers[0]!;
  let constant = true;
  for (let index = 1; index < length && constant; index++) constant = numbers[index] === first;
  if (constant) {
    writer.byte(CONSTANT << 4);
    writer.signed(first);
    return;
  }
  let best: Rule | undefined;
  let bestCost = Number.POSITIVE_INFINITY;
  if (scratch[0].length < length) scratch = [new Float64Array(length), new Float64Array(length)];
  let [differences, tried] = scratch.map((array) => array.subarray(0, length)) as [Float64Array, Float64Array];
  for (const candidate of candidates(numbers, kin, known)) {
    walk(candidate, numbers, tried, known, false);
    const cost = costOf(tried, bestCost);
    if (cost >= bestCost) continue;
    bestCost = cost;
    best = candidate;
    [differences, tried] = [tried, differences];
  }
  const { kind, slow, powerId, voltageId, factor } = best!;
  writer.byte((kind << 4) | slow);
  if (kind >= FOLLOW) writer.byte(powerId);
  if (kind === SHARE) writer.byte(voltageId);
  if (kind === FOLLOW || kind >= SUM) writer.float32(factor);
  writer.signed(first);
  const coded = encodeNumbers(differences, 1);
  writer.count(coded.length);
  writer.bytes(coded);
}

/** The inverse; throws `Damaged` at what cannot be. */
export function readColumn(reader: ByteReader, length: number, known: Known): Float64Array {
  const head = reader.byte();
  const kind = head >> 4;
  const slow = head & 15;
  const read = rule(kind, { slow });
  if (kind > SUM_OF_MEANS) throw new Damaged(`expectation ${kind} is not known`);
  if (kind >= FOLLOW) read.power = referred(known, reader.byte());
  if (kind === SHARE) {
    const voltageId = reader.byte();
    if (voltageId !== 0) read.voltage = referred(known, voltageId);
  }
  if (kind === FOLLOW || kind >= SUM) read.factor = reader.float32();
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

/** The number of a column whose numbers are all the same; null, and nothing is read, if they are not. */
export function readConstant(reader: ByteReader): number | null {
  const { at } = reader;
  const kind = reader.byte() >> 4;
  if (kind === CONSTANT) return reader.signed();
  reader.at = at;
  return null;
}

/** Passes over a column without decoding it. */
export function skipColumn(reader: ByteReader): void {
  const kind = reader.byte() >> 4;
  if (kind >= FOLLOW) reader.byte();
  if (kind === SHARE) reader.byte();
  if (kind === FOLLOW || kind >= SUM) reader.float32();
  reader.signed();
  if (kind !== CONSTANT) reader.skip(reader.count());
}

function referred(known: Known, id: number): Float64Array {
  const column = known.column(id);
  if (!column) throw new Damaged(`quantity ${id} is referred to and not there`);
  return column;
}

function* candidates(numbers: Float64Array, kin: Kin, known: Known): Generator<Rule> {
  const { powerIds, voltageId, counts } = kin;
  yield rule(LAST);
  const powerId = powerIds.find((id) => known.column(id)) ?? 0;
  const power = powerId === 0 ? undefined : known.column(powerId);
  if (counts) {
    if (power) {
      const refer = { power, powerId };
      for (const kind of [SUM, SUM_OF_MEANS]) {
        const factor = risePerPower(numbers, power, known.seconds(), kind === SUM_OF_MEANS);
        if (factor > 0) yield rule(kind, { ...refer, factor });
      }
    }
    return;
  }
  if (!power) yield rule(LINE);
  for (const slow of [1, 2, 4]) yield rule(MEAN, { slow });
  if (!power) return;
  const refer = { power, powerId };
  const voltage = voltageId === 0 ? undefined : known.column(voltageId);
  if (voltage) {
    for (const slow of [2, 4]) yield rule(SHARE, { slow, ...refer, voltage, voltageId });
  } else {
    const factor = Math.fround(slopeOf(numbers, power));
    if (factor !== 0 && Number.isFinite(factor)) {
      for (const slow of [0, 1, 2]) yield rule(FOLLOW, { slow, ...refer, factor });
    }
    yield rule(SHARE, { slow: 3, ...refer });
  }
}

/** Least squares of the steps of a column over those of the power while there is any. */
function slopeOf(numbers: Float64Array, power: Float64Array): number {
  let both = 0;
  let square = 0;
  for (let index = 1; index < numbers.length; index++) {
    if (power[index]! <= 0 || power[index - 1]! <= 0) continue;
    const step = power[index]! - power[index - 1]!;
    both += (numbers[index]! - numbers[index - 1]!) * step;
    square += step * step;
  }
  return square === 0 ? 0 : both / square;
}

/** What the counter rose by over what power and time let expect, resets left out. */
function risePerPower(numbers: Float64Array, power: Float64Array, seconds: Float64Array, middle: boolean): number {
  let rise = 0;
  let made = 0;
  for (let index = 1; index < numbers.length; index++) {
    const step = numbers[index]! - numbers[index - 1]!;
    if (step < 0) continue;
    rise += step;
    const watts = middle ? (power[index]! + power[index - 1]!) / 2 : power[index]!;
    made += watts * (seconds[index]! - seconds[index - 1]!);
  }
  const factor = Math.fround(rise / made);
  return Number.isFinite(factor) ? factor : 0;
}

/**
 * About the bits that differences will take, or more than `enough` as soon as that is certain: small ones cost little, and
 * a loud hour does not make a quiet one expensive.
 */
function costOf(differences: Float64Array, enough: number): number {
  let cost = 0;
  let product = 1;
  for (let from = 1; from < differences.length; from += 16) {
    const to = Math.min(differences.length, from + 16);
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
