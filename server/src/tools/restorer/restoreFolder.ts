// Brings an export back: samples through the door for whole histories, then the days that no sample tells of.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { required } from '@heliograph/contract/required.ts';
import type { Context } from '../../context.ts';
import { type DayTotal, takeDayTotals } from '../../energy/days/importedDays.ts';
import { type FlowDayOf, takeFlowDays } from '../../energy/flows/importedFlowDays.ts';
import { type DeviceHistory, takeHistory } from '../../ingest/ingestHistory.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { joinPieces, type Piece } from '../../platform/files/table.ts';
import { StartupError } from '../../platform/startupError.ts';
import type { SampleColumns } from '../../samples/samples.ts';
import { auditTool } from '../exporter/audit.ts';
import { type Format, hoursOfRow, QUANTITY_NAMES, TABLES, type TableName } from '../exporter/tables.ts';
import type { Reading } from './cells.ts';
import { type Plants, plantsOf } from './plantsOf.ts';
import { readCsv } from './readCsv.ts';
import { readParquet } from './readParquet.ts';
import { takeCommands } from './takeCommands.ts';
import { takeModules } from './takeModules.ts';
import { takeBreaks, takeMeters, takeNotes, takePrices, takeZones } from './takeSettings.ts';
import { wholeDays } from './wholeDays.ts';

export interface Restored {
  samples: { stored: number; known: number };
  /** `equal`: as in the file, most of them recomputed from their samples; `added`: from the file, no sample tells of them. */
  days: { equal: number; added: number; different: number; firstDifferent: string | null };
  /** Days of flows: from the file, as no sample tells of them; the others are known, most of them recomputed from samples. */
  flows: { added: number; known: number };
  /** What is said of modules: from the file, as the plant said nothing of them; of the others it does. */
  modules: { added: number; known: number };
  /** Commands that have ended; and what people said of events, where the plant says nothing of them. */
  commands: number;
  notes: number;
  /** Devices whose settings were taken, breaks of history, versions of prices and zones; null: the plant has some of its own. */
  settings: { meters: number; breaks: number; prices: number | null; zones: number | null };
  /** Serial numbers of no plant, or restricted. */
  unknown: string[];
  refused: { file: string; reason: string; rows: number; lines: number[] }[];
}

type Door = Pick<Context, 'sql' | 'clock' | 'log' | 'nudges' | 'trouble'>;

const MS_A_DAY = 86_400_000;

/** `of`: the plant that the prices and zones are of, where no device says so. */
export async function restoreFolder(
  context: Door,
  folder: string,
  progress: (done: number, all: number, rows: number) => void = () => {},
  of?: string,
): Promise<Restored> {
  const format = formatOf(folder);
  const result: Restored = {
    samples: { stored: 0, known: 0 },
    days: { equal: 0, added: 0, different: 0, firstDifferent: null },
    flows: { added: 0, known: 0 },
    modules: { added: 0, known: 0 },
    commands: 0,
    notes: 0,
    settings: { meters: 0, breaks: 0, prices: 0, zones: 0 },
    unknown: [],
    refused: [],
  };
  const refused = new Map<string, Restored['refused'][number]>();
  const plants = plantsOf(context.sql);
  let rows = 0;
  const read = (table: TableName): AsyncGenerator<Piece> => {
    const file = `${table}.${format}`;
    const reading: Reading = {
      latestMs: context.clock.now().getTime() + MS_A_DAY,
      refuse(reason, line) {
        const entry = refused.get(`${file} ${reason}`) ?? { file, reason, rows: 0, lines: [] };
        entry.rows++;
        if (entry.lines.length < 5) entry.lines.push(line);
        refused.set(`${file} ${reason}`, entry);
      },
      // Days are few beside samples, and the other tables are no work; some are read in between.
      progress(part) {
        if (table === 'samples') progress(part * 95, 100, rows);
        else if (table === 'days') progress(95 + part * 5, 100, rows);
      },
    };
    return (format === 'csv' ? readCsv : readParquet)(join(folder, file), TABLES[table], reading);
  };

  // What days are made by comes first; older exports have none of it.
  const at = context.clock.now();
  const change = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    context.sql.begin((tx) => work(tx as Transaction));
  for (const [table, take] of [
    ['meters', takeMeters],
    ['breaks', takeBreaks],
  ] as const) {
    if (!existsSync(join(folder, `${table}.${format}`))) continue;
    for await (const piece of read(table)) {
      const sids = await plants.find(piece.cells.sn as string[]);
      result.settings[table] += await change((tx) => take(tx, piece, sids, at));
    }
  }
  // Of the plant: that of the first samples' or days' device.
  let zoned: string | null = null;
  const takePlantSettings = firstOnly(async (sid: string) => {
    const whole = async (table: 'prices' | 'zones') => joinPieces(await Array.fromAsync(read(table)), TABLES[table]);
    if (existsSync(join(folder, `prices.${format}`))) {
      const piece = await whole('prices');
      result.settings.prices = await change((tx) => takePrices(tx, piece, sid, at));
    }
    if (!existsSync(join(folder, `zones.${format}`))) return;
    const piece = await whole('zones');
    result.settings.zones = await change((tx) => takeZones(tx, piece, sid, at));
    if (result.settings.zones !== null) zoned = sid;
  });

  for await (const piece of oneAhead(wholeDays(read('samples')))) {
    const known = await plants.find(piece.cells.sn as string[]);
    const histories = historiesOf(piece).filter(({ sn }) => known.has(sn));
    if (histories[0]) await takePlantSettings(known.get(histories[0].sn)!);
    const taken = await takeHistory(context, histories);
    result.samples.stored += taken.stored;
    result.samples.known += taken.known;
    for (const sn of taken.unknown) plants.unknown.add(sn);
    for (const { sn, columns } of histories) plants.count(sn, 'samples', columns.atMs.length);
    rows += piece.rows;
  }
  for await (const piece of read('days')) {
    const [ofPlant] = (await plants.find(piece.cells.sn as string[])).values();
    if (ofPlant !== undefined) await takePlantSettings(ofPlant);
    const impossible = await takeDays(context, piece, plants, result.days);
    if (impossible > 0) refuseDays(impossible);
  }
  if (of !== undefined) await takePlantSettings(of);
  // Exports of plants that measure none, and older ones, have no such file.
  if (existsSync(join(folder, `flows.${format}`))) {
    for await (const piece of read('flows')) {
      const sids = await plants.find(piece.cells.sn as string[]);
      const taken = await takeFlowDays(
        context,
        flowDaysOf(piece).filter(({ sn }) => sids.has(sn)),
      );
      result.flows.added += taken.added;
      result.flows.known += taken.known;
    }
  }
  // Neither have those of plants that say nothing of their modules.
  if (existsSync(join(folder, `modules.${format}`))) {
    for await (const piece of read('modules')) {
      const sids = await plants.find(piece.cells.sn as string[]);
      const added = await context.sql.begin((tx) => takeModules(tx as Transaction, piece, sids, zoned));
      result.modules.added += added;
      result.modules.known += (piece.cells.sn as string[]).filter((sn) => sids.has(sn)).length - added;
      context.nudges.tell(new Set(sids.values()));
    }
  }
  if (existsSync(join(folder, `commands.${format}`)))
    result.commands = await takeCommands(context.sql, read('commands'), plants);
  // Of events that are there by now: they follow from samples.
  if (existsSync(join(folder, `notes.${format}`))) {
    for await (const piece of read('notes')) {
      const sids = await plants.find(piece.cells.sn as string[]);
      result.notes += await change((tx) => takeNotes(tx, piece, sids));
    }
  }
  for (const [sid, counted] of plants.counts) await auditTool(context, 'site.restore', sid, counted);
  result.unknown = [...plants.unknown].sort();
  result.refused = [...refused.values()].sort((left, right) => right.rows - left.rows);
  return result;

  /** Found only with the device at hand, when its line is no longer known. */
  function refuseDays(rows: number): void {
    const file = `days.${format}`;
    const reason = 'more energy than the device can make in that day';
    const entry = refused.get(`${file} ${reason}`) ?? { file, reason, rows: 0, lines: [] };
    refused.set(`${file} ${reason}`, { ...entry, rows: entry.rows + rows });
  }
}

/** Reads the next while the database takes the one before. */
async function* oneAhead<T>(given: AsyncGenerator<T>): AsyncGenerator<T> {
  const begin = (): Promise<IteratorResult<T>> => {
    const result = given.next();
    // It may fail before anybody waits for it.
    result.catch(() => {});
    return result;
  };
  let next = begin();
  try {
    for (let result = await next; !result.done; result = await next) {
      next = begin();
      yield result.value;
    }
  } finally {
    await next.catch(() => {});
    await given.return(undefined);
  }
}

/** Does its work with the first call alone. */
function firstOnly(work: (sid: string) => Promise<void>): (sid: string) => Promise<void> {
  let isDone = false;
  return async (sid) => {
    if (isDone) return;
    isDone = true;
    await work(sid);
  };
}

function formatOf(folder: string): Format {
  if (!existsSync(folder)) throw new StartupError(`There is no folder ${folder}.`);
  const whole = (['csv', 'parquet'] as const).filter((format) =>
    (['samples', 'days'] as const).every((table) => existsSync(join(folder, `${table}.${format}`))),
  );
  const [format, other] = whole;
  if (format && !other) return format;
  throw new StartupError(
    whole.length === 0
      ? `${folder} holds no whole export: samples and days, both as .csv or both as .parquet.`
      : `${folder} holds two exports, as CSV and as Parquet; put them into folders of their own.`,
  );
}

/** Each device's rows as one history: together, in order of time, one per instant. Files of an export are so already. */
function historiesOf(given: Piece): DeviceHistory[] {
  const { rows, cells } = isInOrder(given) ? given : putInOrder(given);
  const sns = cells.sn as string[];
  const histories: DeviceHistory[] = [];
  let from = 0;
  for (const [row, sn] of sns.slice(0, rows).entries()) {
    if (row + 1 < rows && sns[row + 1] === sn) continue;
    histories.push({ sn, columns: columnsOf(cells as Record<string, Float64Array>, from, row + 1) });
    from = row + 1;
  }
  return histories;
}

function columnsOf(cells: Record<string, Float64Array | undefined>, from: number, to: number): SampleColumns {
  const part = (name: string): Float64Array => required(cells[name], `the column ${name}`).subarray(from, to);
  const values: SampleColumns['values'] = {};
  for (const name of QUANTITY_NAMES) {
    // What this device does not have is not there at all.
    if (cells[name] && !part(name).every(Number.isNaN)) values[name] = part(name);
  }
  return {
    atMs: part('at'),
    statusBits: new Int32Array(part('statusBits')),
    mode: new Int16Array(part('mode')),
    imported: new Uint8Array(part('imported')),
    values,
  };
}

function isInOrder({ rows, cells }: Piece): boolean {
  const sns = cells.sn as string[];
  const atMs = cells.at as Float64Array;
  const seen = new Set<string>();
  let beforeSn: string | undefined;
  let beforeMs = Number.NaN;
  for (const [row, sn] of sns.slice(0, rows).entries()) {
    const ms = atMs[row] ?? Number.NaN;
    if (sn === beforeSn) {
      if (ms <= beforeMs) return false;
    } else {
      if (seen.has(sn)) return false;
      seen.add(sn);
    }
    beforeSn = sn;
    beforeMs = ms;
  }
  return true;
}

/** Of two rows for one instant of a device the first is meant. */
function putInOrder({ rows, cells }: Piece): Piece {
  const sns = cells.sn as string[];
  const atMs = cells.at as Float64Array;
  const order = Array.from({ length: rows }, (_, row) => row)
    .sort((left, right) =>
      sns[left] === sns[right] ? atMs[left]! - atMs[right]! || left - right : sns[left]! < sns[right]! ? -1 : 1,
    )
    .filter((row, index, sorted) => {
      const before = sorted[index - 1];
      return before === undefined || sns[before] !== sns[row] || atMs[before] !== atMs[row];
    });
  const ordered: Piece['cells'] = {};
  for (const [name, values] of Object.entries(cells)) {
    if (Array.isArray(values)) ordered[name] = order.map((row) => values[row]!);
    else if (values) ordered[name] = Float64Array.from(order, (row) => values[row]!);
  }
  return { rows: order.length, cells: ordered };
}

function flowDaysOf({ rows, cells }: Piece): FlowDayOf[] {
  const text = (name: string, row: number) => (cells[name] as string[])[row]!;
  const number = (name: string, row: number) => (cells[name] as Float64Array)[row]!;
  return Array.from({ length: rows }, (_, row) => ({
    sn: text('sn', row),
    flow: text('flow', row),
    day: text('day', row),
    source: text('source', row),
    energyWh: number('energyWh', row),
    integratedWh: number('integratedWh', row),
    spreadWh: number('spreadWh', row),
    coveredS: number('coveredS', row),
    hours: hoursOfRow({ rows, cells }, row),
  }));
}

/** Days that the plant has are left as they are; those it has not are taken as totals. Gives how many of these cannot be. */
async function takeDays(context: Door, piece: Piece, plants: Plants, sum: Restored['days']): Promise<number> {
  const sids = await plants.find(piece.cells.sn as string[]);
  const energies = piece.cells.energyWh as Float64Array;
  const peaks = piece.cells.peakW as Float64Array | undefined;
  const days: DayTotal[] = [];
  for (let row = 0; row < piece.rows; row++) {
    const sn = piece.cells.sn![row] as string;
    if (!sids.has(sn)) continue;
    const peakW = peaks?.[row] ?? Number.NaN;
    const day = piece.cells.day![row] as Day;
    const hours = hoursOfRow(piece, row);
    days.push({ sn, day, energyWh: energies[row]!, peakW: Number.isNaN(peakW) ? null : peakW, hours });
    plants.count(sn, 'days', 1);
  }
  const there = new Map(
    (
      await context.sql<{ sn: string; day: Day; energyWh: number }[]>`
        select d.sn, d.day, d.energy_wh from (
          select unnest(${textArray(days.map(({ sn }) => sids.get(sn)!))}::text::text[]) as sid,
            unnest(${textArray(days.map(({ sn }) => sn))}::text::text[]) as sn,
            unnest(${textArray(days.map(({ day }) => day))}::text::date[]) as day
        ) g
        join device_days d on d.sid = g.sid and d.sn = g.sn and d.day = g.day`
    ).map(({ sn, day, energyWh }) => [`${sn} ${day}`, energyWh]),
  );
  for (const { sn, day, energyWh } of days) {
    const stored = there.get(`${sn} ${day}`);
    if (stored === undefined) continue;
    if (stored === energyWh) sum.equal++;
    else {
      sum.different++;
      sum.firstDifferent ??= `${sn} on ${day}: ${energyWh} Wh in the file, ${stored} Wh in the plant`;
    }
  }
  const missing = days.filter(({ sn, day }) => !there.has(`${sn} ${day}`));
  const { taken, impossible } = await takeDayTotals(context, missing);
  sum.added += taken;
  return impossible;
}
