// Numbers of quantities as whole numbers of the resolution in which a device sends them, and back to the same number.
import type { QuantityName } from '@heliograph/contract/measurements.ts';

/** What a quantity is called in stored bytes. Never changed, only added to; docs/block-format.md lists them. */
export const QUANTITY_IDS: Record<QuantityName, number> = {
  powerW: 1,
  counterWh: 2,
  busVoltageV: 3,
  gridVoltageV: 4,
  gridCurrentA: 5,
  frequencyHz: 6,
  temperatureC: 7,
  input1PowerW: 16,
  input2PowerW: 17,
  input3PowerW: 18,
  input4PowerW: 19,
  input1VoltageV: 24,
  input2VoltageV: 25,
  input3VoltageV: 26,
  input4VoltageV: 27,
  input1CurrentA: 32,
  input2CurrentA: 33,
  input1CounterWh: 40,
  input2CounterWh: 41,
  input3CounterWh: 42,
  input4CounterWh: 43,
};

export const QUANTITY_NAMES: ReadonlyMap<number, QuantityName> = new Map(
  (Object.entries(QUANTITY_IDS) as [QuantityName, number][]).map(([name, id]) => [id, name]),
);

/**
 * Parts of a block, read one without the others: what charts ask for most, the rest of the device, its inputs.
 * A part may refer to `power`, never the other way round.
 */
export const GROUPS = ['power', 'grid', 'inputs'] as const;
export type Group = (typeof GROUPS)[number];

export function groupOf(name: QuantityName): Group {
  const id = QUANTITY_IDS[name];
  return id < 3 ? 'power' : id < 16 ? 'grid' : 'inputs';
}

/** How a whole number becomes the quantity's number again: divided or multiplied, in double precision, rounded once. */
interface Scale {
  by: number;
  divides: boolean;
}

const decimals = (digits: number): Scale => ({ by: 10 ** digits, divides: true });

/** Index: the scale's code in stored bytes. Never changed, only added to; docs/block-format.md lists them. */
const SCALES: readonly Scale[] = [
  ...Array.from({ length: 10 }, (_, digits) => decimals(digits)),
  { by: 256, divides: true },
  { by: 25.6, divides: true },
  { by: 25 * Math.PI, divides: true },
  { by: 17.32, divides: true },
  { by: 0.2, divides: false },
  { by: 0.2308, divides: false },
  { by: 9.25, divides: false },
];

/** The order in which they are tried: many decimals would also give 1/256 back, as a larger number. */
export const SCALE_ORDER: readonly number[] = [0, 1, 2, 3, 10, 11, 12, 13, 14, 15, 16, 4, 5, 6, 7, 8, 9];

/** Stands for no scale: the number's own 64 bits. */
export const PLAIN_BITS = 255;

/** Whole numbers are at most this large, so that differences of them are exact. */
const LARGEST = 2 ** 52;

/** The whole number that this scale turns into exactly this value, or NaN. */
export function countOf(value: number, code: number): number {
  const { by, divides } = SCALES[code]!;
  const count = Math.round(divides ? value * by : value / by);
  if ((divides ? count / by : count * by) !== value || count > LARGEST || count < -LARGEST) return Number.NaN;
  // JSON and people know no minus zero.
  return count + 0;
}

export function scaledValue(count: number, code: number): number {
  const { by, divides } = SCALES[code]!;
  return divides ? count / by : count * by;
}

export function scaledValues(counts: Float64Array, code: number): Float64Array {
  const { by, divides } = SCALES[code]!;
  const values = new Float64Array(counts.length);
  if (divides) for (let index = 0; index < counts.length; index++) values[index] = counts[index]! / by;
  else for (let index = 0; index < counts.length; index++) values[index] = counts[index]! * by;
  return values;
}

export const isScale = (code: number): boolean => code < SCALES.length;

/** The first scale in which all these values (no NaN among them) are whole numbers; PLAIN_BITS when there is none. */
export function scaleOf(values: Float64Array, counts: Float64Array): number {
  for (const code of SCALE_ORDER) {
    const { by, divides } = SCALES[code]!;
    let index = 0;
    for (; index < values.length; index++) {
      const value = values[index]!;
      const count = Math.round(divides ? value * by : value / by);
      if ((divides ? count / by : count * by) !== value || count > LARGEST || count < -LARGEST) break;
      counts[index] = count + 0;
    }
    if (index === values.length) return code;
  }
  return PLAIN_BITS;
}
