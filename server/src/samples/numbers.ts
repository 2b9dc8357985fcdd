// Converts values to integers in the resolution in which a device sends them, and back to exactly the same values.
import { type BlockPart, QUANTITIES, QUANTITY_LIST, type QuantityName } from '@heliograph/contract/measurements.ts';

const IDS = QUANTITY_LIST.map(([name, { id }]) => [name, id] as const).sort(([, one], [, other]) => one - other);

/** Number of each quantity in stored bytes. */
export const QUANTITY_IDS = Object.fromEntries(IDS) as Record<QuantityName, number>;

export const QUANTITY_NAMES: ReadonlyMap<number, QuantityName> = new Map(IDS.map(([name, id]) => [id, name]));

/**
 * Parts of a block that are read separately: production, which charts need most; flows of the rest of the
 * plant; the rest of the device; its phases, its inputs, its strings.
 */
export const GROUPS = ['power', 'flow', 'grid', 'phases', 'inputs', 'strings'] as const satisfies readonly BlockPart[];
/** All parts but `power`, which contains the instants and always exists. */
export type OtherGroup = Exclude<BlockPart, 'power'>;
export const OTHER_GROUPS = GROUPS.slice(1) as OtherGroup[];

/** Parts that a part may refer to besides itself; never one with shorter retention. */
const REFERS: Record<BlockPart, readonly BlockPart[]> = {
  power: [],
  flow: ['power'],
  grid: ['power', 'flow'],
  phases: ['power', 'flow', 'grid'],
  inputs: ['power'],
  strings: ['power'],
};

export const groupOf = (name: QuantityName): BlockPart => QUANTITIES[name].part;

/** Returns the parts to read for these quantities, besides `power`. */
export function partsFor(names: readonly QuantityName[] | 'all'): ReadonlySet<OtherGroup> {
  if (names === 'all') return ALL_PARTS;
  const needed = new Set<BlockPart>();
  for (const name of names) {
    const group = groupOf(name);
    needed.add(group);
    for (const other of REFERS[group]) needed.add(other);
  }
  needed.delete('power');
  return needed as Set<OtherGroup>;
}

const ALL_PARTS: ReadonlySet<OtherGroup> = new Set(OTHER_GROUPS);

/** Converts an integer to a value by division or multiplication in double precision, rounded once. */
interface Scale {
  by: number;
  divides: boolean;
}

const decimals = (digits: number): Scale => ({ by: 10 ** digits, divides: true });

/** Scales; the index is the code in stored bytes. Append only; docs/develop/block-format.md lists them. */
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

/** Order of attempts: many decimals could also represent 1/256, but as a larger integer. */
export const SCALE_ORDER: readonly number[] = [0, 1, 2, 3, 10, 11, 12, 13, 14, 15, 16, 4, 5, 6, 7, 8, 9];

/** Code without a scale: the 64 bits of the value. */
export const PLAIN_BITS = 255;

/** Largest integer, so that differences are exact. */
const LARGEST = 2 ** 52;

/** Returns the integer that the scale converts to exactly this value, or NaN. */
export function countOf(value: number, code: number): number {
  const { by, divides } = SCALES[code]!;
  const count = Math.round(divides ? value * by : value / by);
  if ((divides ? count / by : count * by) !== value || count > LARGEST || count < -LARGEST) return Number.NaN;
  // Neither JSON nor people distinguish minus zero.
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

/** Returns the value of one step of a scale. */
export function unitOf(code: number): number {
  const { by, divides } = SCALES[code]!;
  return divides ? 1 / by : by;
}

export const isScale = (code: number): boolean => code < SCALES.length;

/** Returns the first scale in which all values (without NaN) are integers; PLAIN_BITS if there is none. */
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
