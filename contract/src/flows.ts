// Energy flows besides production, measured by meters, batteries and hybrids; each has one direction and is never negative.
import type { QuantityName } from './measurements.ts';

/** Flows as devices measure them. */
export const MEASURED_FLOWS = ['fromGrid', 'toGrid', 'charge', 'discharge', 'home', 'generator'] as const;
export type MeasuredFlow = (typeof MEASURED_FLOWS)[number];

/** Flows of a plant; production is included because a meter may measure the modules. */
export const FLOWS = [...MEASURED_FLOWS, 'production'] as const;
export type Flow = (typeof FLOWS)[number];

/** Place that a meter measures. */
export const METER_ROLES = ['grid', 'production', 'load'] as const;
/** Wiring of a meter (spec.md section 3, meterType): one phase; three phases with or without the neutral. */
export const METER_TYPES = ['singlePhase', 'fourWire', 'threeWire'] as const;
export type MeterType = (typeof METER_TYPES)[number];
export type MeterRole = (typeof METER_ROLES)[number];

/** Measurements with a direction: a meter or battery has one, a hybrid inverter one for the grid and one for the battery. */
export const SETTABLE = ['meter', 'battery', 'inverter'] as const;

interface FlowQuantities {
  readonly power: QuantityName;
  /** 1: the flow counts positive power; -1: negative power. */
  readonly sign: 1 | -1;
  /** Lifetime counter. */
  readonly counter: QuantityName;
}

export const FLOW_QUANTITIES: Record<MeasuredFlow, FlowQuantities> = {
  fromGrid: { power: 'gridPowerW', sign: 1, counter: 'gridImportWh' },
  toGrid: { power: 'gridPowerW', sign: -1, counter: 'gridExportWh' },
  charge: { power: 'batteryPowerW', sign: -1, counter: 'batteryChargeWh' },
  discharge: { power: 'batteryPowerW', sign: 1, counter: 'batteryDischargeWh' },
  home: { power: 'loadPowerW', sign: 1, counter: 'loadWh' },
  generator: { power: 'generatorPowerW', sign: 1, counter: 'generatorWh' },
};

/** kWh; tolerance between devices that report at different moments. */
const ROUNDING = 0.1;

/** Whether consumption (kWh; null: unknown) is impossible, that is negative: a meter or the battery then counts in the wrong direction. */
export const isNegativeBeyondError = ({ energy, spread }: { energy: number | null; spread: number | null }): boolean =>
  energy !== null && energy < -ROUNDING - (spread ?? 0);
