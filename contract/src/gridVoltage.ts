// Voltage of the grid as the norms look at it: lines, the limit, and what is usual in a country.
import { amount } from './entities/parts.ts';

/** What a device may tell: one voltage, one of each phase to neutral, or between two phases. */
export const VOLTAGE_LINES = ['grid', 'l1', 'l2', 'l3', 'l12', 'l23', 'l31'] as const;
export type VoltageLine = (typeof VOLTAGE_LINES)[number];

/** EN 50160 and VDE-AR-N 4105: no ten-minute mean above it. */
export const LIMIT_PERCENT = 110;
export const MEAN_S = 600;
/** Of one evidence: a quarter of a year. */
export const MAX_VOLTAGE_DAYS = 92;

/** What a file of it is: paper for the grid's operator, or its means to compute with. */
export const VOLTAGE_FORMATS = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf' } as const;
export type VoltageFormat = keyof typeof VOLTAGE_FORMATS;

/** Between a phase and neutral, V. */
export const nominalVoltage = amount(80, 500);
