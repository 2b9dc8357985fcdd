// What a cell of an export may hold, and what is said of one that holds something else.
import { MOST_LAYOUT_METRES, MOST_ZONE_SIDE } from '@heliograph/contract/limits.ts';
import { INPUTS, QUANTITIES } from '@heliograph/contract/measurements.ts';
import type { Column } from '../../platform/files/table.ts';
import { StartupError } from '../../platform/startupError.ts';
import { HOUR_NAMES, LONGEST_CELL, LONGEST_NOTE } from '../exporter/tables.ts';

/** How the readers of files tell what they see. */
export interface Reading {
  /** Later instants can't have been measured. */
  latestMs: number;
  /** `line`: of a CSV file; of a Parquet file the row, from 1. */
  refuse(reason: string, line: number): void;
  progress(part: number): void;
}

const EARLIEST_MS = Date.UTC(1990, 0, 1);
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** What the most powerful device that there is would make in a day of 25 hours. */
const MOST_WH_A_DAY = QUANTITIES.powerW.max * 25;
/** What can be stored, and what can be: a year of 1e300 Wh would be added up with the others. */
const LIMITS: Record<string, { min: number; max: number } | undefined> = {
  ...QUANTITIES,
  statusBits: { min: -(2 ** 31), max: 2 ** 31 - 1 },
  mode: { min: -(2 ** 15), max: 2 ** 15 - 1 },
  energyWh: { min: 0, max: MOST_WH_A_DAY },
  integratedWh: { min: 0, max: MOST_WH_A_DAY },
  spreadWh: { min: 0, max: MOST_WH_A_DAY },
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
    ['zoneRow', 'zoneColumn', 'rows', 'columns'].map((name) => [name, { min: 1, max: MOST_ZONE_SIDE }]),
  ),
  ...Object.fromEntries(['xM', 'yM'].map((name) => [name, { min: -MOST_LAYOUT_METRES, max: MOST_LAYOUT_METRES }])),
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
  ...Object.fromEntries(HOUR_NAMES.map((name) => [name, { min: 0, max: MOST_WH_A_DAY }])),
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

/** The same for a value that is none any more when it is NaN, but was something (`given`). */
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

/** Numbers from `min` to `max` of this column are as `checkCell` wants them, without asking it for each; of others there are none. */
export function plainNumbers({ name, type }: Column, latestMs: number): { min: number; max: number } {
  if (type === 'instant') return { min: EARLIEST_MS, max: latestMs };
  if (type !== 'number') return { min: Number.NaN, max: Number.NaN };
  return LIMITS[name] ?? { min: -Number.MAX_VALUE, max: Number.MAX_VALUE };
}

const notA = (column: Column, what: string): { refused: string } => ({ refused: `"${column.name}" is no ${what}` });

let lastDay = '';

/** Mostly the day of the row before. */
function isDay(text: string): boolean {
  if (text === lastDay) return true;
  const ms = DAY.test(text) ? Date.parse(text) : Number.NaN;
  // V8 takes the 30th of February for a day of March.
  if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(text)) return false;
  lastDay = text;
  return true;
}

/** Columns may stand in any order; one that is not known would be lost without a word. */
export function requireColumns(path: string, names: readonly string[], columns: readonly Column[]): void {
  const missing = columns.find(({ name, needed }) => needed && !names.includes(name));
  if (missing) throw new StartupError(`${path} is no export: it has no column "${missing.name}".`);
  const unknown = names.find((name) => !columns.some((column) => column.name === name));
  if (unknown !== undefined) throw new StartupError(`${path} has a column "${unknown}" that no export has.`);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new StartupError(`${path} has the column "${twice}" twice.`);
}
