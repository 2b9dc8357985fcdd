// The tables of an export and their columns, the same in CSV and Parquet.
import { QUANTITIES, type QuantityName } from '@heliograph/contract/measurements.ts';
import { frameQuantities } from '../../families/chartLines.ts';
import type { Column, TableChunk } from '../../platform/files/table.ts';

/** Settings that days are computed with: meter roles, breaks of history, prices, layout zones; and notes about events. */
export const SETTING_TABLES = ['meters', 'breaks', 'prices', 'zones', 'notes'] as const;
export type TableName = 'samples' | 'days' | 'flows' | 'modules' | 'commands' | (typeof SETTING_TABLES)[number];
/** Longest text in a cell, except notes. */
export const LONGEST_CELL = 100;
export const LONGEST_NOTE = 500;
export type Format = 'csv' | 'parquet';

export const QUANTITY_NAMES = Object.keys(QUANTITIES) as QuantityName[];
/** Columns that every samples table has, as other programs may expect them. */
const ALWAYS = new Set<string>(frameQuantities(4));

const column = (name: string, type: Column['type'], needed = true): Column => ({ name, type, needed });

/** Energy by hour of plant local time, for plants that store it. */
export const HOUR_NAMES = Array.from({ length: 24 }, (_, hour) => `hour${String(hour).padStart(2, '0')}Wh`);
const hours = HOUR_NAMES.map((name) => column(name, 'number', false));

export const TABLES: Record<TableName, readonly Column[]> = {
  samples: [
    column('sn', 'text'),
    column('at', 'instant'),
    // In the plant's calendar, for readers of the file; not restored.
    column('day', 'day'),
    column('statusBits', 'whole'),
    column('mode', 'whole'),
    column('imported', 'flag'),
    ...QUANTITY_NAMES.map((name) => column(name, 'number', false)),
  ],
  days: [
    column('sn', 'text'),
    column('day', 'day'),
    column('energyWh', 'number'),
    column('integratedWh', 'number'),
    column('source', 'text'),
    column('coveredS', 'number'),
    column('samples', 'whole'),
    column('peakW', 'number', false),
    column('peakAt', 'instant', false),
    column('firstAt', 'instant', false),
    column('lastAt', 'instant', false),
    ...hours,
  ],
  flows: [
    column('sn', 'text'),
    column('flow', 'text'),
    column('day', 'day'),
    column('energyWh', 'number'),
    column('integratedWh', 'number'),
    column('spreadWh', 'number'),
    column('source', 'text'),
    column('coveredS', 'number'),
    ...hours,
  ],
  // Modules with an entry; others have no row.
  modules: [
    column('sn', 'text'),
    column('input', 'whole'),
    // The page's name and position.
    column('page', 'text', false),
    column('pagePlace', 'number', false),
    column('label', 'text', false),
    column('product', 'text', false),
    column('peakPowerW', 'number', false),
    column('stringNumber', 'number', false),
    column('tiltDeg', 'number', false),
    column('azimuthDeg', 'number', false),
    column('orientation', 'text', false),
    // Its position in the layout.
    column('zone', 'number', false),
    column('zoneRow', 'number', false),
    column('zoneColumn', 'number', false),
  ],
  // Ended commands: a row for each parameter, or one with an empty name for a command without any.
  commands: [
    column('sn', 'text'),
    column('id', 'text'),
    column('gatewaySn', 'text'),
    column('action', 'text'),
    column('state', 'text'),
    column('reason', 'text', false),
    column('isProtected', 'flag'),
    // The command that it rolled back.
    column('returns', 'text', false),
    column('askedAt', 'instant'),
    column('answeredAt', 'instant', false),
    column('queuedAt', 'instant', false),
    column('issuedAt', 'instant', false),
    column('acceptedAt', 'instant', false),
    column('endedAt', 'instant'),
    column('validS', 'whole'),
    column('parameter', 'text', false),
    column('wanted', 'number', false),
    column('before', 'number', false),
    column('readBack', 'number', false),
    // Firmware updates: the installed version, the one before, and the wave of the roll-out, from 1.
    column('version', 'text', false),
    column('versionBefore', 'text', false),
    column('rolloutWave', 'number', false),
  ],
  // Notes about events; the events themselves are derived from samples.
  notes: [
    column('sn', 'text'),
    column('code', 'text'),
    column('openedAt', 'instant'),
    column('acknowledgedAt', 'instant', false),
    column('note', 'text', false),
  ],
  // Role and polarity of meters and batteries, each from a day on.
  meters: [
    column('sn', 'text'),
    column('validFrom', 'day'),
    column('role', 'text'),
    column('reversed', 'flag'),
    column('batteryReversed', 'flag'),
  ],
  // Removed history: nothing is interpolated across it.
  breaks: [
    column('sn', 'text'),
    column('startDay', 'day'),
    column('endDay', 'day'),
    column('fromAt', 'instant'),
    column('toAt', 'instant'),
    column('removedAt', 'instant'),
  ],
  // Prices of the plant: one row a version, or one for each of its periods.
  prices: [
    column('validFrom', 'day'),
    column('kind', 'text'),
    column('price', 'number', false),
    column('feedInPrice', 'number', false),
    column('ownUseShare', 'number', false),
    column('fixedCharge', 'number', false),
    column('fixedPer', 'text'),
    column('weekdays', 'text', false),
    column('fromHour', 'number', false),
    column('toHour', 'number', false),
    column('periodPrice', 'number', false),
    column('periodFeedInPrice', 'number', false),
  ],
  // Zones of the plant's layout.
  zones: [
    column('zone', 'whole'),
    column('name', 'text', false),
    column('xM', 'number'),
    column('yM', 'number'),
    column('rotationDeg', 'number'),
    column('tiltDeg', 'number', false),
    column('azimuthDeg', 'number', false),
    column('orientation', 'text'),
    column('rows', 'whole'),
    column('columns', 'whole'),
  ],
};

/** Columns of a plant's samples: the usual ones, and those of further quantities that its devices have reported. */
export function samplesColumns(reported: ReadonlySet<string>): Column[] {
  return TABLES.samples.filter(({ name, needed }) => needed || ALWAYS.has(name) || reported.has(name));
}

/** Columns of its days or flows. */
export function dayColumns(table: 'days' | 'flows', keepsHours: boolean): readonly Column[] {
  return keepsHours ? TABLES[table] : TABLES[table].filter((column) => !hours.includes(column));
}

/** Hourly energies, from microwatt-hours to watt-hours; NaN for a day without them. */
export function hourCells(days: readonly (readonly number[] | null)[]): TableChunk['cells'] {
  const cells = HOUR_NAMES.map((name, hour) => {
    return [name, Float64Array.from(days, (ofDay) => (ofDay ? ofDay[hour]! / 1e6 : Number.NaN))] as const;
  });
  return Object.fromEntries(cells);
}

/** A row's hourly energies, microwatt-hours; null: at least one is missing. */
export function hoursOfRow({ cells }: TableChunk, row: number): number[] | null {
  const energiesWh = HOUR_NAMES.map((name) => (cells[name] as Float64Array | undefined)?.[row] ?? Number.NaN);
  return energiesWh.some(Number.isNaN) ? null : energiesWh.map((wh) => Math.round(wh * 1e6));
}

/** Rows `from` to `to`; columns of numbers share memory with the piece. */
export function sliceChunk({ cells }: TableChunk, from: number, to: number): TableChunk {
  const part: TableChunk['cells'] = {};
  for (const [name, values] of Object.entries(cells)) {
    if (values) part[name] = Array.isArray(values) ? values.slice(from, to) : values.subarray(from, to);
  }
  return { rows: to - from, cells: part };
}
