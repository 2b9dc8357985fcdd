// The flows of energy beside production: what meters, batteries and hybrids measure, each in one direction and never negative.
import type { QuantityName } from './measurements.ts';

/** As devices tell them, by their own sign. */
export const MEASURED_FLOWS = ['fromGrid', 'toGrid', 'charge', 'discharge', 'home', 'generator'] as const;
export type MeasuredFlow = (typeof MEASURED_FLOWS)[number];

/** As a plant counts them: a meter may stand at the modules, so it tells of production, too. */
export const FLOWS = [...MEASURED_FLOWS, 'production'] as const;
export type Flow = (typeof FLOWS)[number];

/** What a meter measures where it is installed. */
export const METER_ROLES = ['grid', 'production', 'load'] as const;
export type MeterRole = (typeof METER_ROLES)[number];

/** What has a direction: a meter and a battery one, an inverter one of the grid and one of the battery. */
export const SETTABLE = ['meter', 'battery', 'inverter'] as const;

interface FlowQuantities {
  readonly power: QuantityName;
  /** 1: the flow is where the power is positive; -1: where it is negative. */
  readonly sign: 1 | -1;
  /** Of the device's life. */
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

/** kWh; what two devices that report at different moments differ by. */
const ROUNDING = 0.1;

/** What a home used cannot be less than nothing: then a meter or the battery counts the wrong way round. kWh; null: not known. */
export const isNegativeBeyondError = ({ energy, spread }: { energy: number | null; spread: number | null }): boolean =>
  energy !== null && energy < -ROUNDING - (spread ?? 0);
