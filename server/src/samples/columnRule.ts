// Predicts each number of a column from those before it and from columns that are read earlier, and codes the differences: one walk for both directions.
import { required } from '@heliograph/contract/required.ts';
import { type Expression, ONE, valuesOf } from './expression.ts';

/**
 * How a number is predicted from those before it and from a column that is read earlier (docs/develop/block-format.md):
 * `last` the one before; `line` the straight line through the two before; `mean` a moving mean; `follow` a moving mean
 * plus a part of the power; `share` a moving share of the power, or of power / voltage; `sum` the sum of power over time.
 */
export const CONSTANT = 0;
export const LAST = 1;
export const LINE = 2;
export const MEAN = 3;
export const FOLLOW = 4;
export const SHARE = 5;
export const SUM = 6;
export const SUM_OF_MEANS = 7;
/** Since version 2, by expressions: `follow all` a moving mean plus one; `ratio` a moving ratio to the quotient of two; `count` the sum over time of one that flows in one direction. */
export const FOLLOW_ALL = 8;
export const RATIO = 9;
export const COUNT = 10;
export const COUNT_OF_MEANS = 11;

export const FIRST_VERSION = 1;
export const LAST_VERSION = 2;
/** The last kind of each version. */
export const LAST_KIND: readonly number[] = [0, SUM_OF_MEANS, COUNT_OF_MEANS];

/** Columns that were read earlier, at the indexes of this column's numbers, and the seconds of its samples. */
export interface Known {
  /** Numbers of a quantity by its id; undefined: it cannot be referred to. */
  column(id: number): Float64Array | undefined;
  /** The unit of these numbers, from which factors are chosen. */
  unit(id: number): number;
  /** Seconds from the first sample, per number; needed only by sums over time. */
  seconds(): Float64Array;
}

/** The largest magnitude of a prediction, so that the difference stays exact. */
const FARTHEST = 2 ** 51;
const whole = (value: number): number => {
  const rounded = Math.floor(value + 0.5);
  // Covers NaN and the infinities too.
  return rounded <= FARTHEST && rounded >= -FARTHEST ? rounded : 0;
};

export interface Rule {
  kind: number;
  /** Of moving means: the newest number has the weight 1 / 2^slow. */
  slow: number;
  power: Float64Array | undefined;
  powerId: number;
  voltage: Float64Array | undefined;
  voltageId: number;
  factor: number;
  top: Expression;
  bottom: Expression;
}

export const rule = (kind: number, overrides: Partial<Rule> = {}): Rule => ({
  kind,
  slow: 0,
  power: undefined,
  powerId: 0,
  voltage: undefined,
  voltageId: 0,
  factor: 0,
  top: ONE,
  bottom: ONE,
  ...overrides,
});

/** Converts between the numbers of a column and their differences from the prediction. */
type Walk = (rule: Rule, from: Float64Array, to: Float64Array, known: Known, decode: boolean) => void;

/**
 * Walks in either direction with the same code, so that they cannot diverge: `decode` turns differences into numbers, else
 * numbers into differences. The first number is known to both and copied. `from` and `to` may be the same array.
 */
export const walk: Walk = (rule, from, to, known, decode) => {
  const walkOfKind = required(WALKS[rule.kind], 'the walk of this kind');
  walkOfKind(rule, from, to, known, decode);
};

// Each kind has a loop of its own: a function called for each number would cost more than the arithmetic.

const walkLast: Walk = (_rule, from, to, _known, decode) => {
  const { length } = from;
  let last = from[0]!;
  to[0] = last;
  for (let index = 1; index < length; index++) {
    const expected = last <= FARTHEST && last >= -FARTHEST ? last : 0;
    const input = from[index]!;
    last = decode ? input + expected : input;
    to[index] = decode ? last : input - expected;
  }
};

const walkLine: Walk = (_rule, from, to, _known, decode) => {
  const { length } = from;
  let last = from[0]!;
  let before = last;
  to[0] = last;
  for (let index = 1; index < length; index++) {
    const expected = whole(2 * last - before);
    const input = from[index]!;
    before = last;
    last = decode ? input + expected : input;
    to[index] = decode ? last : input - expected;
  }
};

const walkMean: Walk = ({ slow }, from, to, _known, decode) => {
  const { length } = from;
  const weight = 1 / 2 ** slow;
  let mean = from[0]!;
  to[0] = mean;
  for (let index = 1; index < length; index++) {
    const expected = whole(mean);
    const input = from[index]!;
    const number = decode ? input + expected : input;
    to[index] = decode ? number : input - expected;
    mean += (number - mean) * weight;
  }
};

const walkFollow: Walk = (rule, from, to, known, decode) => {
  const { length } = from;
  const { kind, slow, factor } = rule;
  const first = from[0]!;
  to[0] = first;
  const weight = 1 / 2 ** slow;
  const followed = kind === FOLLOW ? powerOf(rule) : valuesOf(rule.top, known.column, length);
  const by = kind === FOLLOW ? factor : 1;
  let mean = first - by * followed[0]!;
  for (let index = 1; index < length; index++) {
    const part = by * followed[index]!;
    const expected = whole(mean + part);
    const input = from[index]!;
    const number = decode ? input + expected : input;
    to[index] = decode ? number : input - expected;
    mean += (number - part - mean) * weight;
  }
};

const walkShare: Walk = (rule, from, to, _known, decode) => {
  const { length } = from;
  const first = from[0]!;
  to[0] = first;
  const power = powerOf(rule);
  const { voltage, slow } = rule;
  const maxWeight = 2 ** slow;
  let share = 0;
  let weight = 0;
  for (let index = 0; index < length; index++) {
    const through = voltage ? voltage[index]! : 1;
    const base = through === 0 ? 0 : power[index]! / through;
    let number = first;
    if (index > 0) {
      const expected = whole(share * base);
      const input = from[index]!;
      number = decode ? input + expected : input;
      to[index] = decode ? number : input - expected;
    }
    if (base > 0 && number > 0) {
      if (weight < maxWeight) weight++;
      share += (number / base - share) / weight;
    }
  }
};

const walkRatio: Walk = (rule, from, to, known, decode) => {
  const { length } = from;
  const first = from[0]!;
  to[0] = first;
  const top = valuesOf(rule.top, known.column, length);
  const bottom = valuesOf(rule.bottom, known.column, length);
  const weightBefore = 1 - 1 / 2 ** rule.slow;
  let products = 0;
  let squares = 0;
  for (let index = 0; index < length; index++) {
    const through = bottom[index]!;
    const base = through === 0 ? 0 : top[index]! / through;
    let number = first;
    if (index > 0) {
      const expected = squares === 0 ? 0 : whole((products / squares) * base);
      const input = from[index]!;
      number = decode ? input + expected : input;
      to[index] = decode ? number : input - expected;
    }
    products = products * weightBefore + number * base;
    squares = squares * weightBefore + base * base;
  }
};

const walkCount: Walk = ({ kind, top }, from, to, known, decode) => {
  const { length } = from;
  const first = from[0]!;
  to[0] = first;
  const flow = valuesOf(top, known.column, length);
  const seconds = known.seconds();
  let sum = first + 0.5;
  for (let index = 1; index < length; index++) {
    const now = Math.max(0, flow[index]!);
    const watts = kind === COUNT ? now : (now + Math.max(0, flow[index - 1]!)) / 2;
    sum += watts * (seconds[index]! - seconds[index - 1]!);
    const floor = Math.floor(sum);
    const expected = floor <= FARTHEST && floor >= -FARTHEST ? floor : 0;
    const input = from[index]!;
    const number = decode ? input + expected : input;
    to[index] = decode ? number : input - expected;
    // The sum lies within the whole number that the counter showed.
    if (number !== floor) sum = floor < number ? number : number + 0.999;
  }
};

const walkSum: Walk = (rule, from, to, known, decode) => {
  const { length } = from;
  const { kind, factor } = rule;
  const first = from[0]!;
  to[0] = first;
  const power = powerOf(rule);
  const seconds = known.seconds();
  const middle = kind === SUM_OF_MEANS;
  let sum = first + 0.5;
  for (let index = 1; index < length; index++) {
    const watts = middle ? (power[index]! + power[index - 1]!) / 2 : power[index]!;
    sum += factor * watts * (seconds[index]! - seconds[index - 1]!);
    const floor = Math.floor(sum);
    const expected = floor <= FARTHEST && floor >= -FARTHEST ? floor : 0;
    const input = from[index]!;
    const number = decode ? input + expected : input;
    to[index] = decode ? number : input - expected;
    if (number !== floor) sum = floor < number ? number : number + 0.999;
  }
};

const powerOf = ({ power }: Rule): Float64Array => required(power, 'the power that a column is expected from');

/** By kind. */
const WALKS: Readonly<Record<number, Walk>> = {
  [LAST]: walkLast,
  [LINE]: walkLine,
  [MEAN]: walkMean,
  [FOLLOW]: walkFollow,
  [SHARE]: walkShare,
  [SUM]: walkSum,
  [SUM_OF_MEANS]: walkSum,
  [FOLLOW_ALL]: walkFollow,
  [RATIO]: walkRatio,
  [COUNT]: walkCount,
  [COUNT_OF_MEANS]: walkCount,
};
