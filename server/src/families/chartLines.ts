// What each quantity is called as a line of a device's charts (device/powerParamateMap): the words of the wire, the web has its own for readers.
import { INPUTS, PHASES, QUANTITIES, type QuantityName, STRINGS } from '@heliograph/contract/measurements.ts';

export type Line = readonly [name: string, quantity: QuantityName];

/** The first line of every device that produces, and of a plant. */
export const PRODUCTION = 'Production';

/** Counters of production are bars of energy, not lines. */
const LINES: readonly Line[] = [
  [PRODUCTION, 'powerW'],
  ['Bus Voltage', 'busVoltageV'],
  ['Grid Power', 'gridPowerW'],
  ['Load Power', 'loadPowerW'],
  ['Battery Power', 'batteryPowerW'],
  ['Battery SOC', 'batterySocPercent'],
  ['Generator Power', 'generatorPowerW'],
  ['Backup Power', 'backupPowerW'],
  ['AC Voltage', 'gridVoltageV'],
  ['AC Current', 'gridCurrentA'],
  ['AC Frequency', 'frequencyHz'],
  ['Reactive Power', 'reactivePowerVar'],
  ['Power Factor', 'powerFactor'],
  ['Temperature', 'temperatureC'],
  ['Insulation', 'insulationOhm'],
  ...PHASES.flatMap((n): Line[] => [
    [`L${n} Power`, `l${n}PowerW`],
    [`L${n} Voltage`, `l${n}VoltageV`],
    [`L${n} Current`, `l${n}CurrentA`],
    [`L${n} Reactive Power`, `l${n}ReactivePowerVar`],
    [`L${n} Power Factor`, `l${n}PowerFactor`],
  ]),
  ['L1-L2 Voltage', 'l12VoltageV'],
  ['L2-L3 Voltage', 'l23VoltageV'],
  ['L3-L1 Voltage', 'l31VoltageV'],
  ['Battery Voltage', 'batteryVoltageV'],
  ['Battery Current', 'batteryCurrentA'],
  ['Battery Temperature', 'batteryTemperatureC'],
  ['Battery SOH', 'batterySohPercent'],
  ['Battery Cycles', 'batteryCycles'],
  ['Grid Import', 'gridImportWh'],
  ['Grid Export', 'gridExportWh'],
  ['Load Energy', 'loadWh'],
  ['Generator Energy', 'generatorWh'],
  ['Backup Energy', 'backupWh'],
  ['Battery Charge', 'batteryChargeWh'],
  ['Battery Discharge', 'batteryDischargeWh'],
  ['Irradiance', 'irradianceWm2'],
  ['Module Temperature', 'moduleTemperatureC'],
  ['Ambient Temperature', 'ambientTemperatureC'],
  ['Wind Speed', 'windSpeedMs'],
  ...INPUTS.flatMap((n): Line[] => [
    [`Power_${n}`, `input${n}PowerW`],
    [`DC Voltage_${n}`, `input${n}VoltageV`],
    [`DC Current_${n}`, `input${n}CurrentA`],
  ]),
  ...STRINGS.map((n): Line => [`String Current_${n}`, `string${n}CurrentA`]),
];

/** The lines of these quantities, in the order of all lines; a quantity without one has none. */
export function linesOf(names: Iterable<QuantityName>): Line[] {
  const wanted = new Set(names);
  return LINES.filter(([, quantity]) => wanted.has(quantity));
}

/** Lines of a device that measures power and voltage of each of its inputs. */
export function inputLines(inputs: number): Line[] {
  return INPUTS.slice(0, inputs).flatMap((n): Line[] => [
    [`Power_${n}`, `input${n}PowerW`],
    [`DC Voltage_${n}`, `input${n}VoltageV`],
  ]);
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

const NAMES = Object.keys(QUANTITIES) as QuantityName[];
/** Of QUANTITIES, so that tables of all devices have one order. */
export const inTableOrder = (names: Iterable<QuantityName>): QuantityName[] => {
  const wanted = new Set(names);
  return NAMES.filter((name) => wanted.has(name));
};

/** What a microinverter of so many inputs can say in frames and rows. */
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
