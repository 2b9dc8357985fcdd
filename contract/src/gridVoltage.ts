// Grid voltage by the standards: lines, limit, and nominal voltage of a country.
import { amount } from './entities/parts.ts';

/** Voltages that a device may measure: one, one for each phase to neutral, or between two phases. */
export const VOLTAGE_LINES = ['grid', 'l1', 'l2', 'l3', 'l12', 'l23', 'l31'] as const;
export type VoltageLine = (typeof VOLTAGE_LINES)[number];

/** Limit of ten-minute means by EN 50160 and VDE-AR-N 4105. */
export const LIMIT_PERCENT = 110;
export const MEAN_S = 600;
/** Days of a voltage report: a quarter of a year. */
export const MAX_VOLTAGE_DAYS = 92;

/** File formats: a document for the grid operator, or means for computations. */
export const VOLTAGE_FORMATS = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf' } as const;
export type VoltageFormat = keyof typeof VOLTAGE_FORMATS;

/** Phase to neutral, V. */
export const nominalVoltage = amount(80, 500);
