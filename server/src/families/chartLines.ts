// Lines of a device's charts (device/powerParamateMap): the quantities that have one, and their order.
import { INPUTS, PHASES, STRINGS } from '@heliograph/contract/inputs.ts';
import { QUANTITIES, type Quantity, type QuantityName } from '@heliograph/contract/measurements.ts';

export type Line = readonly [name: string, quantity: QuantityName];

/** First line of every producing device and of a plant. */
export const PRODUCTION = QUANTITIES.powerW.line;

/** Order of lines; those of other quantities follow in table order. */
const LINE_ORDER: readonly QuantityName[] = [
  'powerW',
  'busVoltageV',
  'gridPowerW',
  'loadPowerW',
  'batteryPowerW',
  'batterySocPercent',
  'generatorPowerW',
  'backupPowerW',
  'gridVoltageV',
  'gridCurrentA',
  'frequencyHz',
  'reactivePowerVar',
  'powerFactor',
  'temperatureC',
  'insulationOhm',
  ...PHASES.flatMap(
    (n) => [`l${n}PowerW`, `l${n}VoltageV`, `l${n}CurrentA`, `l${n}ReactivePowerVar`, `l${n}PowerFactor`] as const,
  ),
  'l12VoltageV',
  'l23VoltageV',
  'l31VoltageV',
  'batteryVoltageV',
  'batteryCurrentA',
  'batteryTemperatureC',
  'batterySohPercent',
  'batteryCycles',
  'gridImportWh',
  'gridExportWh',
  'loadWh',
  'generatorWh',
  'backupWh',
  'batteryChargeWh',
  'batteryDischargeWh',
  'irradianceWm2',
  'moduleTemperatureC',
  'ambientTemperatureC',
  'windSpeedMs',
  ...INPUTS.flatMap((n) => [`input${n}PowerW`, `input${n}VoltageV`, `input${n}CurrentA`] as const),
  ...STRINGS.map((n) => `string${n}CurrentA` as const),
];

const NAMES = Object.keys(QUANTITIES) as QuantityName[];

const LINES = [...new Set([...LINE_ORDER, ...NAMES])].flatMap((quantity): Line[] => {
  const { line }: Quantity = QUANTITIES[quantity];
  return line === undefined ? [] : [[line, quantity]];
});

/** Returns the lines of these quantities in line order; quantities without a line are left out. */
export function linesOf(names: Iterable<QuantityName>): Line[] {
  const selected = new Set(names);
  return LINES.filter(([, quantity]) => selected.has(quantity));
}

/** Lines of a device that measures power and voltage of each of its inputs. */
export function inputLines(inputs: number): Line[] {
  return linesOf(INPUTS.slice(0, inputs).flatMap((n) => [`input${n}PowerW`, `input${n}VoltageV`] as const));
}

const WITHOUT_INPUTS = [
  'powerW',
  'busVoltageV',
  'gridVoltageV',
  'gridCurrentA',
  'frequencyHz',
  'temperatureC',
  'counterWh',
] as const satisfies QuantityName[];

/** Sorts quantities in the order of QUANTITIES, so that tables of all devices have one order. */
export const inTableOrder = (names: Iterable<QuantityName>): QuantityName[] => {
  const selected = new Set(names);
  return NAMES.filter((name) => selected.has(name));
};

/** What a reader looks for first. */
const MAIN: readonly QuantityName[] = ['powerW', 'gridPowerW', 'loadPowerW', 'batteryPowerW', 'batterySocPercent'];

/** Sorts quantities for reading: power of each kind and the state of charge, then the others in table order. */
export const inReadingOrder = (names: Iterable<QuantityName>): QuantityName[] => {
  const sorted = inTableOrder(names);
  return [...MAIN.filter((name) => sorted.includes(name)), ...sorted.filter((name) => !MAIN.includes(name))];
};

/** Quantities that a microinverter with this many inputs can report in frames and rows. */
export function frameQuantities(inputs: number): QuantityName[] {
  return inTableOrder([
    ...WITHOUT_INPUTS,
    ...INPUTS.slice(0, inputs).flatMap((n): QuantityName[] => [
      `input${n}PowerW`,
      `input${n}VoltageV`,
      ...(n <= 2 ? [`input${n}CurrentA` as const] : []),
      `input${n}CounterWh`,
    ]),
  ]);
}
