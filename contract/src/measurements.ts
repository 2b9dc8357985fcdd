// Each quantity the portal knows: its name, unit, sign and physical limits; the one place where a sign is decided.

/** Signless quantities have the unit ''. */
export type Unit = 'W' | 'var' | 'V' | 'A' | 'Hz' | 'degC' | 'Wh' | '%' | 'Ohm' | 'W/m2' | 'm/s' | '';

export interface Quantity {
  readonly unit: Unit;
  /** What a positive number means, where a sign is possible. */
  readonly sign?: string;
  /** Outside these a reading is an error of the wire and is stored as null. */
  readonly min: number;
  readonly max: number;
}

/** Inputs, strings and phases are numbered from 1, as on the wire. */
export const INPUTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16] as const;
export const STRINGS = [
  ...INPUTS,
  ...([17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32] as const),
] as const;
export const PHASES = [1, 2, 3] as const;

export type Input = (typeof INPUTS)[number];

/** The same quantity of each of several inputs, strings or phases, under its own name. */
function each<Before extends string, const N extends number, After extends string>(
  before: Before,
  numbers: readonly N[],
  after: After,
  quantity: Quantity,
): Readonly<Record<`${Before}${N}${After}`, Quantity>> {
  return Object.fromEntries(numbers.map((n) => [`${before}${n}${after}`, quantity])) as Record<
    `${Before}${N}${After}`,
    Quantity
  >;
}

const inputPower = { unit: 'W', min: 0, max: 100_000 } as const;
const inputVoltage = { unit: 'V', min: 0, max: 2_000 } as const;
const inputCurrent = { unit: 'A', min: 0, max: 1_000 } as const;
/** The inputs' own counters of today, where the device has them; same behaviour as a counterWh of today. */
const inputCounter = { unit: 'Wh', min: 0, max: 10_000_000 } as const;
const ofLife = { unit: 'Wh', min: 0, max: 10_000_000_000 } as const;
const power = { unit: 'W', min: -1_000_000, max: 1_000_000 } as const;
const drawn = { unit: 'W', min: 0, max: 1_000_000 } as const;
const gridSign = { sign: 'from the grid; negative: to the grid' } as const;

/** Quantities of a sample, in the order in which tables show them. */
export const QUANTITIES = {
  /** Production. */
  powerW: { unit: 'W', min: 0, max: 1_000_000 },
  /** Internal bus voltage on 45-byte frames: not reliably the grid's RMS, labelled so. */
  busVoltageV: { unit: 'V', min: 0, max: 2_000 },
  gridVoltageV: { unit: 'V', min: 0, max: 2_000 },
  gridCurrentA: { unit: 'A', min: 0, max: 2_000 },
  frequencyHz: { unit: 'Hz', min: 0, max: 100 },
  temperatureC: { unit: 'degC', min: -60, max: 200 },
  /** The device's own counter, as sent: of today, which resets at dawn, or of its life; may warp back, wraps. Energy comes from energy/rules/deviceEnergy.ts. */
  counterWh: ofLife,
  ...each('input', [1, 2, 3, 4], 'PowerW', inputPower),
  ...each('input', [1, 2, 3, 4], 'VoltageV', inputVoltage),
  ...each('input', [1, 2], 'CurrentA', inputCurrent),
  ...each('input', [1, 2, 3, 4], 'CounterWh', inputCounter),
  /** The counter of today, of a device that also has one of its life: starts over each day. */
  counterDayWh: { unit: 'Wh', min: 0, max: 1_000_000_000 },
  /** The counter of its life, where the product's counterWh is that of today: told by a gateway of a device that says only today's itself. */
  counterLifeWh: ofLife,
  reactivePowerVar: { unit: 'var', sign: 'inductive', min: -1_000_000, max: 1_000_000 },
  powerFactor: { unit: '', sign: 'as the device counts it', min: -1, max: 1 },
  insulationOhm: { unit: 'Ohm', min: 0, max: 1_000_000_000 },
  ...each('input', [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], 'PowerW', inputPower),
  ...each('input', [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], 'VoltageV', inputVoltage),
  ...each('input', [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], 'CurrentA', inputCurrent),
  ...each('input', [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], 'CounterWh', inputCounter),
  /** Negative: current flows back into a shaded or broken string. */
  ...each('string', STRINGS, 'CurrentA', { unit: 'A', sign: 'from the modules', min: -1_000, max: 1_000 }),
  ...each('l', PHASES, 'VoltageV', { unit: 'V', min: 0, max: 2_000 }),
  /** Three wires have no neutral: voltages between phases, none of a phase. */
  ...each('l', [12, 23, 31], 'VoltageV', { unit: 'V', min: 0, max: 2_000 }),
  ...each('l', PHASES, 'CurrentA', { unit: 'A', sign: 'as the power of its phase', min: -10_000, max: 10_000 }),
  ...each('l', PHASES, 'PowerW', { ...power, sign: 'as the power of the device: production, or from the grid' }),
  ...each('l', PHASES, 'ReactivePowerVar', {
    unit: 'var',
    sign: 'inductive',
    min: -1_000_000,
    max: 1_000_000,
  }),
  ...each('l', PHASES, 'PowerFactor', { unit: '', sign: 'as the device counts it', min: -1, max: 1 }),
  gridPowerW: { ...power, ...gridSign },
  /** Counters of life: positive energy is from the grid, native energy to the grid. */
  gridImportWh: ofLife,
  gridExportWh: ofLife,
  loadPowerW: drawn,
  loadWh: ofLife,
  generatorPowerW: drawn,
  generatorWh: ofLife,
  /** What hangs on the outlet that goes on without the grid. */
  backupPowerW: drawn,
  backupWh: ofLife,
  batteryPowerW: { ...power, sign: 'discharging; negative: charging' },
  batterySocPercent: { unit: '%', min: 0, max: 100 },
  batterySohPercent: { unit: '%', min: 0, max: 100 },
  batteryVoltageV: { unit: 'V', min: 0, max: 2_000 },
  batteryCurrentA: { unit: 'A', sign: 'discharging; negative: charging', min: -10_000, max: 10_000 },
  batteryTemperatureC: { unit: 'degC', min: -60, max: 200 },
  /** Counters of life. */
  batteryChargeWh: ofLife,
  batteryDischargeWh: ofLife,
  /** Full cycles of its life. */
  batteryCycles: { unit: '', min: 0, max: 1_000_000 },
  /** In the plane of the modules. */
  irradianceWm2: { unit: 'W/m2', min: 0, max: 2_500 },
  moduleTemperatureC: { unit: 'degC', min: -60, max: 200 },
  ambientTemperatureC: { unit: 'degC', min: -90, max: 90 },
  windSpeedMs: { unit: 'm/s', min: 0, max: 150 },
} as const satisfies Record<string, Quantity>;

export type QuantityName = keyof typeof QUANTITIES;
/** What one device said at one instant; a quantity it does not have is absent or null, never 0. */
export type Quantities = { [Name in QuantityName]?: number | null };

const SIGNS: Partial<Record<Unit, string>> = { degC: '°C', Ohm: 'Ω', 'W/m2': 'W/m²' };

/** A unit as people write it. */
export const unitSign = (unit: Unit): string => SIGNS[unit] ?? unit;
