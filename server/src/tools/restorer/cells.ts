// Validates cells of an export.

import { INPUTS } from '@heliograph/contract/inputs.ts';
import { MAX_LAYOUT_METRES, MAX_ZONE_SIDE } from '@heliograph/contract/limits.ts';
import { QUANTITIES } from '@heliograph/contract/measurements.ts';
import type { Column } from '../../platform/files/table.ts';
import { StartupError } from '../../platform/startupError.ts';
import { HOUR_NAMES, LONGEST_CELL, LONGEST_NOTE } from '../exporter/tables.ts';

/** Limits and callbacks of the file readers. */
export interface Reading {
  /** Later instants are refused. */
  latestMs: number;
  /** `line`: of a CSV file; for Parquet the row, from 1. */
  refuse(reason: string, line: number): void;
  progress(part: number): void;
}

const EARLIEST_MS = Date.UTC(1990, 0, 1);
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** Energy of the most powerful device in a day of 25 hours. */
const MAX_DAY_WH = QUANTITIES.powerW.max * 25;
/** Storable and plausible ranges: one absurd value would spoil every sum. */
const LIMITS: Record<string, { min: number; max: number } | undefined> = {
  ...QUANTITIES,
  statusBits: { min: -(2 ** 31), max: 2 ** 31 - 1 },
  mode: { min: -(2 ** 15), max: 2 ** 15 - 1 },
  energyWh: { min: 0, max: MAX_DAY_WH },
  integratedWh: { min: 0, max: MAX_DAY_WH },
  spreadWh: { min: 0, max: MAX_DAY_WH },
  coveredS: { min: 0, max: 25 * 3600 },
  samples: { min: 0, max: 2 ** 31 - 1 },
  peakW: { min: 0, max: QUANTITIES.powerW.max },
  input: { min: 1, max: INPUTS.length },
  pagePlace: { min: 0, max: 2 ** 31 - 1 },
  peakPowerW: { min: 0, max: 100_000 },
  stringNumber: { min: 0, max: 999 },
  tiltDeg: { min: 0, max: 90 },
  azimuthDeg: { min: 0, max: 360 },
  zone: { min: 1, max: 2 ** 31 - 1 },
  ...Object.fromEntries(
    ['zoneRow', 'zoneColumn', 'rows', 'columns'].map((name) => [name, { min: 1, max: MAX_ZONE_SIDE }]),
  ),
  ...Object.fromEntries(['xM', 'yM'].map((name) => [name, { min: -MAX_LAYOUT_METRES, max: MAX_LAYOUT_METRES }])),
  rotationDeg: { min: -360, max: 360 },
  price: { min: 0, max: 100_000 },
  feedInPrice: { min: 0, max: 100_000 },
  periodPrice: { min: 0, max: 100_000 },
  periodFeedInPrice: { min: 0, max: 100_000 },
  fixedCharge: { min: 0, max: 100_000 },
  ownUseShare: { min: 0, max: 1 },
  fromHour: { min: 0, max: 23 },
  toHour: { min: 1, max: 24 },
  validS: { min: 0, max: 2 ** 31 - 1 },
  ...Object.fromEntries(HOUR_NAMES.map((name) => [name, { min: 0, max: MAX_DAY_WH }])),
};

/** '' and NaN where there is nothing. */
export function readCell(column: Column, text: string, latestMs: number): string | number | { refused: string } {
  if (text === '')
    return checkCell(column, column.type === 'text' || column.type === 'day' ? '' : Number.NaN, latestMs);
  switch (column.type) {
    case 'text':
    case 'day':
      return checkCell(column, text, latestMs);
    case 'instant':
      return INSTANT.test(text) ? checkCell(column, Date.parse(text), latestMs, true) : notA(column, 'instant');
    case 'flag':
      return text === 'true' ? 1 : text === 'false' ? 0 : notA(column, 'flag');
    default:
      return NUMBER.test(text) ? checkCell(column, Number(text), latestMs) : notA(column, 'number');
  }
}

/** Checks a parsed value; `given`: the cell had content, so NaN means that it could not be parsed. */
export function checkCell(
  column: Column,
  value: string | number,
  latestMs: number,
  given = false,
): string | number | { refused: string } {
  if (value === '' || Number.isNaN(value)) {
    if (given) return notA(column, column.type);
    return column.needed ? { refused: `"${column.name}" is missing` } : value;
  }
  if (typeof value === 'string') {
    const longest = column.name === 'note' ? LONGEST_NOTE : LONGEST_CELL;
    if (value.length > longest) return { refused: `"${column.name}" is longer than ${longest} characters` };
    if (value.includes('\0')) return notA(column, 'text that can be stored');
    return column.type === 'day' && !isDay(value) ? notA(column, 'day') : value;
  }
  if (column.type === 'instant') {
    return value >= EARLIEST_MS && value <= latestMs
      ? value
      : { refused: `"${column.name}" is before 1990 or in the future` };
  }
  if (column.type === 'whole' && !Number.isInteger(value)) return notA(column, 'whole number');
  const limits = LIMITS[column.name];
  if (!Number.isFinite(value)) return notA(column, 'number');
  if (limits && (value < limits.min || value > limits.max))
    return { refused: `"${column.name}" is outside ${limits.min} to ${limits.max}` };
  return value;
}

/** Range of numbers that `checkCell` accepts in this column, for a fast path; NaN: no such range. */
export function plainNumbers({ name, type }: Column, latestMs: number): { min: number; max: number } {
  if (type === 'instant') return { min: EARLIEST_MS, max: latestMs };
  if (type !== 'number') return { min: Number.NaN, max: Number.NaN };
  return LIMITS[name] ?? { min: -Number.MAX_VALUE, max: Number.MAX_VALUE };
}

const notA = (column: Column, what: string): { refused: string } => ({ refused: `"${column.name}" is no ${what}` });

let lastDay = '';

/** Caches the last day, as rows come in order. */
function isDay(text: string): boolean {
  if (text === lastDay) return true;
  const ms = DAY.test(text) ? Date.parse(text) : Number.NaN;
  // V8 parses February 30 as a day of March.
  if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(text)) return false;
  lastDay = text;
  return true;
}

/** Columns may have any order; refuses unknown ones, which would be lost silently. */
export function requireColumns(path: string, names: readonly string[], columns: readonly Column[]): void {
  const missing = columns.find(({ name, needed }) => needed && !names.includes(name));
  if (missing) throw new StartupError(`${path} is no export: it has no column "${missing.name}".`);
  const unknown = names.find((name) => !columns.some((column) => column.name === name));
  if (unknown !== undefined) throw new StartupError(`${path} has a column "${unknown}" that no export has.`);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new StartupError(`${path} has the column "${twice}" twice.`);
}
