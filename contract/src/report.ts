// What devices and gateways tell in reports: the kinds of devices, and the portal's quantities in the words of each kind. Without schemas, so that any program may import it.
import { INPUTS, PHASES, QUANTITIES, type Quantities, type QuantityName, STRINGS } from './measurements.ts';

export const REPORT_KINDS = ['gateway', 'microinverter', 'inverter', 'hybrid', 'battery', 'meter', 'sensor'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** What a gateway is told to do, itself or with what hangs on it. */
export const COMMANDS = ['read', 'write', 'restart', 'on', 'off', 'limit', 'update'] as const;
export type CommandName = (typeof COMMANDS)[number];

export type ParameterValue = number | string | boolean;

export interface Command {
  v: 1;
  /** Obeyed once, however often it comes. */
  id: string;
  /** The gateway's own number, or that of a device of its. */
  device: string;
  do: CommandName;
  /** Of `read` the names that are asked for, each null; none: all. */
  parameters: Record<string, ParameterValue | null>;
  /** Epoch ms; not begun after it. */
  expires: number;
}

export const COMMAND_STATES = ['accepted', 'done', 'refused'] as const;

/** The words in which a device says why it does not obey. */
export const COMMAND_REJECTIONS = [
  'malformed',
  'unknownCommand',
  'unknownDevice',
  'unknownParameter',
  'outOfRange',
  'expired',
  'notReachable',
  'downloadFailed',
  'checksum',
  'signature',
] as const;
export type CommandRejection = (typeof COMMAND_REJECTIONS)[number];

export interface CommandResult {
  v: 1;
  id: string;
  /** Epoch ms by the device's clock. */
  at: number;
  state: (typeof COMMAND_STATES)[number];
  /** '' unless refused; one of COMMAND_REJECTIONS, or a device's own. */
  reason: string;
  /** What holds now of what was read, written or limited. */
  parameters: Record<string, ParameterValue>;
}

/** Where a device stands in for a part of a plant, a quantity of it has a shorter name in its own reports. */
const BATTERY = {
  powerW: 'batteryPowerW',
  socPercent: 'batterySocPercent',
  sohPercent: 'batterySohPercent',
  voltageV: 'batteryVoltageV',
  currentA: 'batteryCurrentA',
  temperatureC: 'batteryTemperatureC',
  chargeWh: 'batteryChargeWh',
  dischargeWh: 'batteryDischargeWh',
  cycles: 'batteryCycles',
} as const satisfies Record<string, QuantityName>;

const METER = {
  powerW: 'gridPowerW',
  importWh: 'gridImportWh',
  exportWh: 'gridExportWh',
} as const satisfies Record<string, QuantityName>;

/** All inputs' counters in reports are of the day, and so are the portal's. */
const INPUT_COUNTERS = Object.fromEntries(INPUTS.map((n) => [`input${n}CounterDayWh`, `input${n}CounterWh`])) as Record<
  string,
  QuantityName
>;

const numbered = <Before extends string, N extends number, After extends string>(
  before: Before,
  numbers: readonly N[],
  ...after: After[]
): `${Before}${N}${After}`[] => numbers.flatMap((n) => after.map((what) => `${before}${n}${what}` as const));

const AC = [
  'reactivePowerVar',
  'powerFactor',
  'gridVoltageV',
  'gridCurrentA',
  'frequencyHz',
] as const satisfies QuantityName[];
const THREE_PHASES: readonly QuantityName[] = [
  ...numbered('l', PHASES, 'VoltageV', 'CurrentA', 'PowerW', 'ReactivePowerVar', 'PowerFactor'),
  ...numbered('l', [12, 23, 31], 'VoltageV'),
];
const INVERTER: readonly QuantityName[] = [
  'powerW',
  ...AC,
  'temperatureC',
  'counterDayWh',
  'counterWh',
  ...numbered('input', INPUTS, 'VoltageV', 'CurrentA', 'PowerW', 'CounterWh'),
  ...numbered('string', STRINGS, 'CurrentA'),
  'insulationOhm',
  ...THREE_PHASES,
];
/** What an inverter knows of the rest of the plant by the meter, the outlet and the battery that hang on it. */
const PLANT: readonly QuantityName[] = [
  ...Object.values(METER),
  'loadPowerW',
  'loadWh',
  'generatorPowerW',
  'generatorWh',
  'backupPowerW',
  'backupWh',
  ...Object.values(BATTERY),
];

const BY_KIND: Record<ReportKind, { tells: readonly QuantityName[]; words: Readonly<Record<string, QuantityName>> }> = {
  gateway: { tells: [], words: {} },
  microinverter: { tells: [...INVERTER, ...PLANT], words: INPUT_COUNTERS },
  inverter: { tells: [...INVERTER, ...PLANT], words: INPUT_COUNTERS },
  hybrid: { tells: [...INVERTER, ...PLANT], words: INPUT_COUNTERS },
  battery: { tells: [...Object.values(BATTERY), ...THREE_PHASES], words: BATTERY },
  meter: { tells: [...Object.values(METER), ...AC, ...THREE_PHASES], words: METER },
  sensor: { tells: ['irradianceWm2', 'moduleTemperatureC', 'ambientTemperatureC', 'windSpeedMs'], words: {} },
};

/** Every quantity that a device of a kind may tell, by the portal's names. */
export function reportedParameters(kind: ReportKind): readonly QuantityName[] {
  return BY_KIND[kind].tells;
}

/** The names that a device of a kind may use in `q`, each with the portal's; its own short words first. */
export function reportNames(kind: ReportKind): ReadonlyMap<string, QuantityName> {
  return NAMES[kind];
}

const namesOf = ({ tells, words }: (typeof BY_KIND)[ReportKind]): ReadonlyMap<string, QuantityName> =>
  new Map([...tells.map((name) => [name, name] as const), ...Object.entries(words)]);

function byKind<Value>(of: (kind: ReportKind) => Value): Record<ReportKind, Value> {
  return Object.fromEntries(REPORT_KINDS.map((kind) => [kind, of(kind)])) as Record<ReportKind, Value>;
}

const NAMES = byKind((kind) => namesOf(BY_KIND[kind]));

/** With the limits, as each value that comes in needs both. */
const LIMITS = byKind((kind) => {
  const limited = ([said, name]: [string, QuantityName]) =>
    [said, { name, min: QUANTITIES[name].min, max: QUANTITIES[name].max }] as const;
  return new Map([...NAMES[kind]].map(limited));
});

export interface Told {
  quantities: Quantities;
  /** Names that a device of this kind does not have. */
  unknown: number;
  /** What is no number, or outside the limits of its quantity. */
  rejected: number;
}

/**
 * The `q` of a report in the portal's names, whatever a stranger sends as one. Null means "not measured now" and is left
 * out. Said twice, by its short name and by the portal's, a quantity is what was said first.
 */
export function quantitiesOf(kind: ReportKind, q: unknown): Told {
  const told: Told = { quantities: {}, unknown: 0, rejected: 0 };
  if (typeof q !== 'object' || q === null || Array.isArray(q)) {
    if (q !== undefined && q !== null) told.rejected++;
    return told;
  }
  const limits = LIMITS[kind];
  const values = q as Record<string, unknown>;
  for (const said in values) {
    const value = values[said];
    const limit = limits.get(said);
    if (limit === undefined) told.unknown++;
    else if (value === null) continue;
    // Also false for NaN.
    else if (typeof value === 'number' && value >= limit.min && value <= limit.max)
      told.quantities[limit.name] ??= value;
    else told.rejected++;
  }
  return told;
}
