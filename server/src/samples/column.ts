// One column of whole numbers as bytes: what physics and the past let expect is taken away, the rest is entropy coded.
import { type ByteReader, type ByteWriter, Damaged } from './bytes.ts';
import { decodeNumbers, encodeNumbers } from './coder.ts';
import {
  bitsOf,
  type Expression,
  FORMS,
  fittedSum,
  ONE,
  readExpression,
  valuesOf,
  writeExpression,
} from './expression.ts';
import type { Kin, Together } from './kin.ts';

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
/** Since version 2, by expressions: `follow all` a moving mean beside one; `ratio` what it has to two; `count` what one that flows one way has added up to. */
const FOLLOW_ALL = 8;
const RATIO = 9;
const COUNT = 10;
const COUNT_OF_MEANS = 11;

export const FIRST_VERSION = 1;
export const LAST_VERSION = 2;
/** The last kind of each version. */
const LAST_KIND: readonly number[] = [0, SUM_OF_MEANS, COUNT_OF_MEANS];

/** Columns that were read earlier, at the places of this column's numbers, and the seconds between its samples. */
export interface Known {
  /** Numbers of a quantity by its id; undefined: it cannot be referred to. */
  column(id: number): Float64Array | undefined;
  /** What one of these numbers is, to choose factors by. */
  unit(id: number): number;
  /** `secondsAt[i]`: seconds from the first sample; asked by sums over time alone. */
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
  top: Expression;
  bottom: Expression;
}

const rule = (kind: number, given: Partial<Rule> = {}): Rule => ({
  kind,
  slow: 0,
  power: undefined,
  powerId: 0,
  voltage: undefined,
  voltageId: 0,
  factor: 0,
  top: ONE,
  bottom: ONE,
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
  } else if (kind === FOLLOW || kind === FOLLOW_ALL) {
    const followed = kind === FOLLOW ? rule.power! : valuesOf(rule.top, known.column, length);
    const by = kind === FOLLOW ? factor : 1;
    let mean = first - by * followed[0]!;
    for (let index = 1; index < length; index++) {
      const part = by * followed[index]!;
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
  } else if (kind === RATIO) {
    const top = valuesOf(rule.top, known.column, length);
    const bottom = valuesOf(rule.bottom, known.column, length);
    const keep = 1 - weight;
    let products = 0;
    let squares = 0;
    for (let index = 0; index < length; index++) {
      const through = bottom[index]!;
      const base = through === 0 ? 0 : top[index]! / through;
      let number = first;
      if (index > 0) {
        const expected = squares === 0 ? 0 : whole((products / squares) * base);
        const given = from[index]!;
        number = decode ? given + expected : given;
        to[index] = decode ? number : given - expected;
      }
      products = products * keep + number * base;
      squares = squares * keep + base * base;
    }
  } else if (kind === COUNT || kind === COUNT_OF_MEANS) {
    const flow = valuesOf(rule.top, known.column, length);
    const seconds = known.seconds();
    let sum = first + 0.5;
    for (let index = 1; index < length; index++) {
      const now = Math.max(0, flow[index]!);
      const watts = kind === COUNT ? now : (now + Math.max(0, flow[index - 1]!)) / 2;
      sum += watts * (seconds[index]! - seconds[index - 1]!);
      const floor = Math.floor(sum);
      const expected = floor <= FARTHEST && floor >= -FARTHEST ? floor : 0;
      const given = from[index]!;
      const number = decode ? given + expected : given;
      to[index] = decode ? number : given - expected;
      if (number !== floor) sum = floor < number ? number : number + 0.999;
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

/** Differences to the expectation that is best so far and to the one being tried; kept, as making them again for each column is expensive. */
let scratch: [Float64Array, Float64Array] = [new Float64Array(300), new Float64Array(300)];

/** Numbers of magnitude up to 2^52, at least one, each so many `unit`s. Gives the version that a reader must know. */
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

/** The inverse; throws `Damaged` at what cannot be. */
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

function* candidates(numbers: Float64Array, kin: Kin, known: Known, unit: number): Generator<Rule> {
  const { powerIds, voltageId, counts, flows, sums, ratios } = kin;
  yield rule(LAST);
  const powerId = powerIds.find((id) => known.column(id)) ?? 0;
  const power = powerId === 0 ? undefined : known.column(powerId);
  if (counts) {
    for (const { id, sign } of flows) {
      const column = known.column(id);
      if (!column) continue;
      const flow = column.map((watts) => Math.max(0, sign * watts));
      for (const kind of [COUNT, COUNT_OF_MEANS]) {
        const factor = risePerPower(numbers, flow, known.seconds(), kind === COUNT_OF_MEANS);
        if (factor > 0) yield rule(kind, { top: { form: FORMS.sum, terms: [{ id, factor: sign * factor }] } });
      }
    }
    if (power && flows.length === 0) {
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
  yield* together(numbers, sums, ratios, known, unit);
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

/** What several columns let expect, where those are there that it takes. */
function* together(
  numbers: Float64Array,
  sums: Kin['sums'],
  ratios: Kin['ratios'],
  known: Known,
  unit: number,
): Generator<Rule> {
  for (const ids of sums) {
    const columns = ids.flatMap((id) => {
      const column = known.column(id);
      return column ? [{ id, numbers: column, unit: known.unit(id) / unit }] : [];
    });
    const top = columns.length === 0 ? null : fittedSum(numbers, columns);
    if (top) for (const slow of [1, 3, 6]) yield rule(FOLLOW_ALL, { slow, top });
  }
  for (const { top, bottom } of ratios) {
    if (![...top.ids, ...bottom.ids].every((id) => known.column(id))) continue;
    const inUnits = ({ form, ids }: Together): Expression => ({
      form,
      terms: ids.map((id) => ({ id, factor: Math.fround(known.unit(id) / known.unit(ids[0]!)) })),
    });
    for (const slow of [3, 6]) yield rule(RATIO, { slow, top: inUnits(top), bottom: inUnits(bottom) });
  }
}

/** What is written besides differences, where it is more than a few bits, in the measure of `costOf`. */
function headCost({ kind, top, bottom }: Rule): number {
  return kind < FOLLOW_ALL ? 0 : (bitsOf(top) + (kind === RATIO ? bitsOf(bottom) : 0)) / AT_ONCE;
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

/** Differences whose sizes are added up before their bits are estimated. */
const AT_ONCE = 16;

/**
 * About a sixteenth (`AT_ONCE`) of the bits that differences will take, or more than `enough` as soon as that is certain: small ones cost little, and
 * a loud hour does not make a quiet one expensive.
 */
function costOf(differences: Float64Array, enough: number): number {
  let cost = 0;
  let product = 1;
  for (let from = 1; from < differences.length; from += AT_ONCE) {
    const to = Math.min(differences.length, from + AT_ONCE);
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
