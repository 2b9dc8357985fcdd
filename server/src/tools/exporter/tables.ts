// The tables of an export: what their columns are called and hold, the same in CSV and Parquet.
import { QUANTITIES, type QuantityName } from '@heliograph/contract/measurements.ts';
import { frameQuantities } from '../../families/chartLines.ts';
import type { Column, Piece } from '../../platform/files/table.ts';

/** What its days stand on beside samples: where meters stand, where history breaks off, what a kWh costs, how modules lie; and what people noted about events. */
export const SETTING_TABLES = ['meters', 'breaks', 'prices', 'zones', 'notes'] as const;
export type TableName = 'samples' | 'days' | 'flows' | 'modules' | 'commands' | (typeof SETTING_TABLES)[number];
/** Serial numbers, names, words: no cell of text is longer, but for what people wrote. */
export const LONGEST_CELL = 100;
export const LONGEST_NOTE = 500;
export type Format = 'csv' | 'parquet';

export const QUANTITY_NAMES = Object.keys(QUANTITIES) as QuantityName[];
/** Quantities that had a column before devices could tell more of them: programs of others may look for them. */
const ALWAYS = new Set<string>(frameQuantities(4));

const column = (name: string, type: Column['type'], needed = true): Column => ({ name, type, needed });

/** Energy by the hour of the plant's clock, of plants that keep it. */
export const HOUR_NAMES = Array.from({ length: 24 }, (_, hour) => `hour${String(hour).padStart(2, '0')}Wh`);
const hours = HOUR_NAMES.map((name) => column(name, 'number', false));

export const TABLES: Record<TableName, readonly Column[]> = {
  samples: [
    column('sn', 'text'),
    column('at', 'instant'),
    // Of the plant's own calendar: for people and their programs, not read back.
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
  // What is said of modules; of others there is no row.
  modules: [
    column('sn', 'text'),
    column('input', 'whole'),
    // The page's name, and its place among the pages.
    column('page', 'text', false),
    column('pagePlace', 'number', false),
    column('label', 'text', false),
    column('product', 'text', false),
    column('peakPowerW', 'number', false),
    column('stringNumber', 'number', false),
    column('tiltDeg', 'number', false),
    column('azimuthDeg', 'number', false),
    column('orientation', 'text', false),
    // Its place in the layout.
    column('zone', 'number', false),
    column('zoneRow', 'number', false),
    column('zoneColumn', 'number', false),
  ],
  // What devices were told, of commands that have ended; a row for each parameter, one with an empty name where there is none.
  commands: [
    column('sn', 'text'),
    column('id', 'text'),
    column('gatewaySn', 'text'),
    column('action', 'text'),
    column('state', 'text'),
    column('reason', 'text', false),
    column('isProtected', 'flag'),
    // The command after which it took the device back.
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
    // Of an update of firmware: what was installed, what ran before, and the wave of the roll-out that it was a part of, from 1.
    column('version', 'text', false),
    column('versionBefore', 'text', false),
    column('rolloutWave', 'number', false),
  ],
  // What people said of events, which themselves follow from samples.
  notes: [
    column('sn', 'text'),
    column('code', 'text'),
    column('openedAt', 'instant'),
    column('acknowledgedAt', 'instant', false),
    column('note', 'text', false),
  ],
  // What a meter measures, and which way round it or a battery is, each from a day on.
  meters: [
    column('sn', 'text'),
    column('validFrom', 'day'),
    column('role', 'text'),
    column('reversed', 'flag'),
    column('batteryReversed', 'flag'),
  ],
  // History that was taken out: nothing is counted across it.
  breaks: [
    column('sn', 'text'),
    column('startDay', 'day'),
    column('endDay', 'day'),
    column('fromAt', 'instant'),
    column('toAt', 'instant'),
    column('removedAt', 'instant'),
  ],
  // Of the plant: a row a version, or one for each of its periods.
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
  // Of the plant's layout.
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

/** The columns of a plant's samples: the usual ones, and those of what else its devices were heard to say. */
export function samplesColumns(heard: ReadonlySet<string>): Column[] {
  return TABLES.samples.filter(({ name, needed }) => needed || ALWAYS.has(name) || heard.has(name));
}

/** The same of its days and flows. */
export function dayColumns(table: 'days' | 'flows', keepsHours: boolean): readonly Column[] {
  return keepsHours ? TABLES[table] : TABLES[table].filter((column) => !hours.includes(column));
}

/** Cells of energies by the hour, in microwatt-hours; NaN where a day has none. */
export function hourCells(days: readonly (readonly number[] | null)[]): Piece['cells'] {
  const cells = HOUR_NAMES.map((name, hour) => {
    return [name, Float64Array.from(days, (ofDay) => (ofDay ? ofDay[hour]! / 1e6 : Number.NaN))] as const;
  });
  return Object.fromEntries(cells);
}

/** A row's energies by the hour, in microwatt-hours; null: it has none, or not all of them. */
export function hoursOfRow({ cells }: Piece, row: number): number[] | null {
  const told = HOUR_NAMES.map((name) => (cells[name] as Float64Array | undefined)?.[row] ?? Number.NaN);
  return told.some(Number.isNaN) ? null : told.map((wh) => Math.round(wh * 1e6));
}

/** Numbers share memory with what is given. */
export function slicePiece({ cells }: Piece, from: number, to: number): Piece {
  const part: Piece['cells'] = {};
  for (const [name, values] of Object.entries(cells)) {
    if (values) part[name] = Array.isArray(values) ? values.slice(from, to) : values.subarray(from, to);
  }
  return { rows: to - from, cells: part };
}
