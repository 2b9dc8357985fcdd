// The table of quantities: name, id in stored bytes, unit, sign, physical limits, reporting kinds of devices, and line in charts. Signs are defined only here.
import { PHASES, STRINGS } from './inputs.ts';
import type { ReportKind } from './report.ts';

/** '' for quantities without a unit. */
export type Unit = 'W' | 'var' | 'V' | 'A' | 'Hz' | 'degC' | 'Wh' | '%' | 'Ohm' | 'W/m2' | 'm/s' | '';

/** Parts of a stored block that can be read and expire separately (docs/develop/block-format.md). */
export type BlockPart = 'power' | 'flow' | 'grid' | 'phases' | 'inputs' | 'strings';

export interface Quantity {
  /** Number in stored bytes, 1 to 255. Append only: never changed, never reused. */
  readonly id: number;
  /** The part of a stored block that contains it; never changed either. */
  readonly part: BlockPart;
  readonly unit: Unit;
  /** Meaning of a positive number, if the quantity may be negative. */
  readonly sign?: string;
  /** Range; a value outside is a transmission error and is stored as null. */
  readonly min: number;
  readonly max: number;
  /** A value from here up to `min` is the zero offset of a sensor and is stored as `min`. */
  readonly offsetFrom?: number;
  /** Kinds of devices that may report it. */
  readonly reportedBy: readonly ReportKind[];
  /** Alternative name in reports of a kind of device. */
  readonly fields?: Readonly<Partial<Record<ReportKind, string>>>;
  /** Name of its chart line; without one it is only in tables. */
  readonly line?: string;
}

/** Returns a quantity for each of several inputs, strings or phases; ids count up from the first. */
function each<Before extends string, const N extends number, After extends string>(
  before: Before,
  numbers: readonly N[],
  after: After,
  firstId: number,
  quantityOf: (n: N) => Omit<Quantity, 'id'>,
): Readonly<Record<`${Before}${N}${After}`, Quantity>> {
  return Object.fromEntries(
    numbers.map((n, index) => [`${before}${n}${after}`, { id: firstId + index, ...quantityOf(n) }]),
  ) as Record<`${Before}${N}${After}`, Quantity>;
}

const INVERTERS = ['microinverter', 'inverter', 'hybrid'] as const;

/** Quantities of the device itself. */
const ofInverter = { part: 'grid', reportedBy: INVERTERS } as const;
const production = { part: 'power', reportedBy: INVERTERS } as const;
const ofAc = { part: 'grid', reportedBy: [...INVERTERS, 'meter'] } as const;
const ofInput = { part: 'inputs', reportedBy: INVERTERS } as const;
const ofPhase = { part: 'phases', reportedBy: [...INVERTERS, 'battery', 'meter'] } as const;
/** Quantities of the plant, which an inverter measures with its meter, backup outlet and battery. */
const ofGrid = { part: 'flow', reportedBy: [...INVERTERS, 'meter'] } as const;
const ofLoad = { part: 'flow', reportedBy: INVERTERS } as const;
const ofBattery = { part: 'grid', reportedBy: [...INVERTERS, 'battery'] } as const;
const ofStorage = { ...ofBattery, part: 'flow' } as const;
const ofSensor = { part: 'grid', reportedBy: ['sensor'] } as const;

const ofLife = { unit: 'Wh', min: 0, max: 10_000_000_000 } as const;
const power = { unit: 'W', min: -1_000_000, max: 1_000_000 } as const;
const drawn = { unit: 'W', min: 0, max: 1_000_000 } as const;
const volts = { unit: 'V', min: 0, max: 2_000 } as const;
const vars = { unit: 'var', sign: 'inductive', min: -1_000_000, max: 1_000_000 } as const;
const factor = { unit: '', sign: 'as the device counts it', min: -1, max: 1 } as const;
const percent = { unit: '%', min: 0, max: 100 } as const;
const degrees = { unit: 'degC', min: -60, max: 200 } as const;

const inputPower = (n: number) => ({ ...ofInput, unit: 'W', min: 0, max: 100_000, line: `Power_${n}` }) as const;
const inputVoltage = (n: number) => ({ ...ofInput, ...volts, line: `DC Voltage_${n}` });
const inputCurrent = (n: number) => ({ ...ofInput, unit: 'A', min: 0, max: 1_000, line: `DC Current_${n}` }) as const;
/** Daily counters of inputs; they behave like a daily counterWh. */
function inputCounter(n: number) {
  const field = `input${n}CounterDayWh`;
  const fields = { microinverter: field, inverter: field, hybrid: field };
  return { ...ofInput, unit: 'Wh', min: 0, max: 10_000_000, fields } as const;
}

const FIRST_INPUTS = [1, 2, 3, 4] as const;
const OTHER_INPUTS = [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16] as const;

/** Quantities of a sample, in the order of tables. */
export const QUANTITIES = {
  /** Production. */
  powerW: { id: 1, ...production, unit: 'W', min: 0, max: 1_000_000, line: 'Production' },
  /** Internal bus voltage of 45-byte frames, which may differ from the grid's RMS voltage. Not in reports. */
  busVoltageV: { id: 3, part: 'grid', ...volts, reportedBy: [], line: 'Bus Voltage' },
  gridVoltageV: { id: 4, ...ofAc, ...volts, line: 'AC Voltage' },
  gridCurrentA: { id: 5, ...ofAc, unit: 'A', min: 0, max: 2_000, line: 'AC Current' },
  frequencyHz: { id: 6, ...ofAc, unit: 'Hz', min: 0, max: 100, line: 'AC Frequency' },
  temperatureC: { id: 7, ...ofInverter, ...degrees, line: 'Temperature' },
  /** The device's counter as sent: daily, which resets at dawn, or lifetime; may jump back, wraps around. energy/rules/deviceEnergy.ts derives energy. Charts show counters of production as bars, not lines. */
  counterWh: { id: 2, ...production, ...ofLife },
  ...each('input', FIRST_INPUTS, 'PowerW', 16, inputPower),
  ...each('input', FIRST_INPUTS, 'VoltageV', 24, inputVoltage),
  ...each('input', [1, 2], 'CurrentA', 32, inputCurrent),
  ...each('input', FIRST_INPUTS, 'CounterWh', 40, inputCounter),
  /** Daily counter of a device that also has a lifetime counter. */
  counterDayWh: { id: 20, ...production, unit: 'Wh', min: 0, max: 1_000_000_000 },
  /** Lifetime counter of a product whose counterWh is daily; reports of such a device call it counterWh. */
  counterLifeWh: { id: 21, part: 'power', ...ofLife, reportedBy: [] },
  reactivePowerVar: { id: 8, ...ofAc, ...vars, line: 'Reactive Power' },
  powerFactor: { id: 9, ...ofAc, ...factor, line: 'Power Factor' },
  insulationOhm: { id: 10, ...ofInverter, unit: 'Ohm', min: 0, max: 1_000_000_000, line: 'Insulation' },
  ...each('input', OTHER_INPUTS, 'PowerW', 160, inputPower),
  ...each('input', OTHER_INPUTS, 'VoltageV', 172, inputVoltage),
  ...each('input', [3, 4], 'CurrentA', 34, inputCurrent),
  ...each('input', OTHER_INPUTS, 'CurrentA', 184, inputCurrent),
  ...each('input', OTHER_INPUTS, 'CounterWh', 196, inputCounter),
  /** Negative: current flows back into a shaded or broken string. */
  ...each('string', STRINGS, 'CurrentA', 208, (n) => ({
    part: 'strings',
    unit: 'A',
    sign: 'from the modules',
    min: -1_000,
    max: 1_000,
    reportedBy: INVERTERS,
    line: `String Current_${n}`,
  })),
  ...each('l', PHASES, 'VoltageV', 88, (n) => ({ ...ofPhase, ...volts, line: `L${n} Voltage` })),
  /** With three wires and no neutral, voltages are between phases. */
  l12VoltageV: { id: 92, ...ofPhase, ...volts, line: 'L1-L2 Voltage' },
  l23VoltageV: { id: 93, ...ofPhase, ...volts, line: 'L2-L3 Voltage' },
  l31VoltageV: { id: 94, ...ofPhase, ...volts, line: 'L3-L1 Voltage' },
  ...each('l', PHASES, 'CurrentA', 96, (n) => ({
    ...ofPhase,
    unit: 'A',
    sign: 'as the power of its phase',
    min: -10_000,
    max: 10_000,
    line: `L${n} Current`,
  })),
  ...each('l', PHASES, 'PowerW', 80, (n) => ({
    ...ofPhase,
    ...power,
    sign: 'as the power of the device: production, or from the grid',
    line: `L${n} Power`,
  })),
  ...each('l', PHASES, 'ReactivePowerVar', 84, (n) => ({ ...ofPhase, ...vars, line: `L${n} Reactive Power` })),
  ...each('l', PHASES, 'PowerFactor', 100, (n) => ({ ...ofPhase, ...factor, line: `L${n} Power Factor` })),
  gridPowerW: {
    id: 48,
    ...ofGrid,
    ...power,
    sign: 'from the grid; negative: to the grid',
    fields: { meter: 'powerW' },
    line: 'Grid Power',
  },
  /** Lifetime counters of import and export. */
  gridImportWh: { id: 54, ...ofGrid, ...ofLife, fields: { meter: 'importWh' }, line: 'Grid Import' },
  gridExportWh: { id: 55, ...ofGrid, ...ofLife, fields: { meter: 'exportWh' }, line: 'Grid Export' },
  loadPowerW: { id: 49, ...ofLoad, ...drawn, line: 'Load Power' },
  loadWh: { id: 56, ...ofLoad, ...ofLife, line: 'Load Energy' },
  generatorPowerW: { id: 51, ...ofLoad, ...drawn, line: 'Generator Power' },
  generatorWh: { id: 57, ...ofLoad, ...ofLife, line: 'Generator Energy' },
  /** Loads on the outlet that works without the grid. */
  backupPowerW: { id: 52, ...ofLoad, ...drawn, line: 'Backup Power' },
  backupWh: { id: 58, ...ofLoad, ...ofLife, line: 'Backup Energy' },
  batteryPowerW: {
    id: 50,
    ...ofStorage,
    ...power,
    sign: 'discharging; negative: charging',
    fields: { battery: 'powerW' },
    line: 'Battery Power',
  },
  batterySocPercent: { id: 53, ...ofStorage, ...percent, fields: { battery: 'socPercent' }, line: 'Battery SOC' },
  batterySohPercent: { id: 67, ...ofBattery, ...percent, fields: { battery: 'sohPercent' }, line: 'Battery SOH' },
  batteryVoltageV: { id: 64, ...ofBattery, ...volts, fields: { battery: 'voltageV' }, line: 'Battery Voltage' },
  batteryCurrentA: {
    id: 65,
    ...ofBattery,
    unit: 'A',
    sign: 'discharging; negative: charging',
    min: -10_000,
    max: 10_000,
    fields: { battery: 'currentA' },
    line: 'Battery Current',
  },
  batteryTemperatureC: {
    id: 66,
    ...ofBattery,
    ...degrees,
    fields: { battery: 'temperatureC' },
    line: 'Battery Temperature',
  },
  /** Lifetime counters. */
  batteryChargeWh: { id: 59, ...ofStorage, ...ofLife, fields: { battery: 'chargeWh' }, line: 'Battery Charge' },
  batteryDischargeWh: {
    id: 60,
    ...ofStorage,
    ...ofLife,
    fields: { battery: 'dischargeWh' },
    line: 'Battery Discharge',
  },
  /** Full cycles, lifetime. */
  batteryCycles: {
    id: 68,
    ...ofBattery,
    unit: '',
    min: 0,
    max: 1_000_000,
    fields: { battery: 'cycles' },
    line: 'Battery Cycles',
  },
  /** In the plane of the modules. Thermopiles and reference cells read a few watts below zero at night. */
  irradianceWm2: { id: 11, ...ofSensor, unit: 'W/m2', min: 0, max: 2_500, offsetFrom: -50, line: 'Irradiance' },
  moduleTemperatureC: { id: 12, ...ofSensor, ...degrees, line: 'Module Temperature' },
  ambientTemperatureC: { id: 13, ...ofSensor, unit: 'degC', min: -90, max: 90, line: 'Ambient Temperature' },
  windSpeedMs: { id: 14, ...ofSensor, unit: 'm/s', min: 0, max: 150, line: 'Wind Speed' },
} as const satisfies Record<string, Quantity>;

export type QuantityName = keyof typeof QUANTITIES;
/** The table as a list, in order. */
export const QUANTITY_LIST = Object.entries(QUANTITIES) as readonly (readonly [QuantityName, Quantity])[];
/** Values of a device at an instant; a missing quantity is absent or null, never 0. */
export type Quantities = { [Name in QuantityName]?: number | null };

const SIGNS: Partial<Record<Unit, string>> = { degC: '°C', Ohm: 'Ω', 'W/m2': 'W/m²' };

/** Unit for display. */
export const unitSign = (unit: Unit): string => SIGNS[unit] ?? unit;
