// Numbers of quantities as whole numbers of the resolution in which a device sends them, and back to the same number.
import { PHASES, type QuantityName, STRINGS } from '@heliograph/contract/measurements.ts';

/** Ids of a quantity that several inputs, strings or phases have, one after the other. */
function run<Before extends string, const N extends number, After extends string>(
  before: Before,
  numbers: readonly N[],
  after: After,
  first: number,
): Record<`${Before}${N}${After}`, number> {
  return Object.fromEntries(numbers.map((n, index) => [`${before}${n}${after}`, first + index])) as Record<
    `${Before}${N}${After}`,
    number
  >;
}

const FIRST_INPUTS = [1, 2, 3, 4] as const;
const OTHER_INPUTS = [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16] as const;

/** Number of each quantity in stored bytes. Append only; docs/develop/block-format.md lists them. */
export const QUANTITY_IDS: Record<QuantityName, number> = {
  powerW: 1,
  counterWh: 2,
  busVoltageV: 3,
  gridVoltageV: 4,
  gridCurrentA: 5,
  frequencyHz: 6,
  temperatureC: 7,
  reactivePowerVar: 8,
  powerFactor: 9,
  insulationOhm: 10,
  irradianceWm2: 11,
  moduleTemperatureC: 12,
  ambientTemperatureC: 13,
  windSpeedMs: 14,
  ...run('input', FIRST_INPUTS, 'PowerW', 16),
  counterDayWh: 20,
  counterLifeWh: 21,
  ...run('input', FIRST_INPUTS, 'VoltageV', 24),
  ...run('input', FIRST_INPUTS, 'CurrentA', 32),
  ...run('input', FIRST_INPUTS, 'CounterWh', 40),
  gridPowerW: 48,
  loadPowerW: 49,
  batteryPowerW: 50,
  generatorPowerW: 51,
  backupPowerW: 52,
  batterySocPercent: 53,
  gridImportWh: 54,
  gridExportWh: 55,
  loadWh: 56,
  generatorWh: 57,
  backupWh: 58,
  batteryChargeWh: 59,
  batteryDischargeWh: 60,
  batteryVoltageV: 64,
  batteryCurrentA: 65,
  batteryTemperatureC: 66,
  batterySohPercent: 67,
  batteryCycles: 68,
  ...run('l', PHASES, 'PowerW', 80),
  ...run('l', PHASES, 'ReactivePowerVar', 84),
  ...run('l', PHASES, 'VoltageV', 88),
  ...run('l', [12, 23, 31], 'VoltageV', 92),
  ...run('l', PHASES, 'CurrentA', 96),
  ...run('l', PHASES, 'PowerFactor', 100),
  ...run('input', OTHER_INPUTS, 'PowerW', 160),
  ...run('input', OTHER_INPUTS, 'VoltageV', 172),
  ...run('input', OTHER_INPUTS, 'CurrentA', 184),
  ...run('input', OTHER_INPUTS, 'CounterWh', 196),
  ...run('string', STRINGS, 'CurrentA', 208),
};

export const QUANTITY_NAMES: ReadonlyMap<number, QuantityName> = new Map(
  (Object.entries(QUANTITY_IDS) as [QuantityName, number][]).map(([name, id]) => [id, name]),
);

/**
 * Parts of a block, read one without the others: production, what charts ask for most; what flows through the rest of the
 * plant; the rest of the device; its phases, its inputs, its strings.
 */
export const GROUPS = ['power', 'flow', 'grid', 'phases', 'inputs', 'strings'] as const;
export type Group = (typeof GROUPS)[number];
/** All but `power`, which has the instants and is always there. */
export type OtherGroup = Exclude<Group, 'power'>;
export const OTHER_GROUPS = GROUPS.slice(1) as OtherGroup[];

/** What a part may refer to besides itself; never what is kept for a shorter time. */
const REFERS: Record<Group, readonly Group[]> = {
  power: [],
  flow: ['power'],
  grid: ['power', 'flow'],
  phases: ['power', 'flow', 'grid'],
  inputs: ['power'],
  strings: ['power'],
};

export function groupOf(name: QuantityName): Group {
  return GROUP_OF.get(name)!;
}

function partOf(name: QuantityName): Group {
  if (name === 'powerW' || name.startsWith('counter')) return 'power';
  if (name.startsWith('input')) return 'inputs';
  if (name.startsWith('string')) return 'strings';
  if (/^l\d/.test(name)) return 'phases';
  return QUANTITY_IDS[name] >= QUANTITY_IDS.gridPowerW && QUANTITY_IDS[name] < QUANTITY_IDS.batteryVoltageV
    ? 'flow'
    : 'grid';
}

const GROUP_OF: ReadonlyMap<QuantityName, Group> = new Map(
  [...QUANTITY_NAMES.values()].map((name) => [name, partOf(name)]),
);

/** The parts that must be read for these quantities, `power` not among them. */
export function partsFor(names: readonly QuantityName[] | 'all'): ReadonlySet<OtherGroup> {
  if (names === 'all') return ALL_PARTS;
  const needed = new Set<Group>();
  for (const name of names) {
    const group = groupOf(name);
    needed.add(group);
    for (const other of REFERS[group]) needed.add(other);
  }
  needed.delete('power');
  return needed as Set<OtherGroup>;
}

const ALL_PARTS: ReadonlySet<OtherGroup> = new Set(OTHER_GROUPS);

/** How a whole number becomes the quantity's number again: divided or multiplied, in double precision, rounded once. */
interface Scale {
  by: number;
  divides: boolean;
}

const decimals = (digits: number): Scale => ({ by: 10 ** digits, divides: true });

/** Scales by their code in stored bytes, the index. Append only; docs/develop/block-format.md lists them. */
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

/** What one step of a scale's whole numbers is. */
export function unitOf(code: number): number {
  const { by, divides } = SCALES[code]!;
  return divides ? 1 / by : by;
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
