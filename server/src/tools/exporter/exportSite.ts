// Exports a plant into files, device by device and piece by piece, with bounded memory.
import { existsSync } from 'node:fs';
import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { OPEN_STEPS } from '@heliograph/contract/commands.ts';
import type { Quantities } from '@heliograph/contract/measurements.ts';
import type { Context } from '../../context.ts';
import { type Day, dayEndMs, dayStartMs, daysBetween, localDay } from '../../platform/calendar/rules/localDays.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import type { Column, TableChunk } from '../../platform/files/table.ts';
import { StartupError } from '../../platform/startupError.ts';
import { type SampleColumns, spanOfSamples } from '../../samples/samples.ts';
import { auditTool } from './audit.ts';
import { csvFile, type TableFile } from './csvFile.ts';
import { parquetFile } from './parquetFile.ts';
import { readableHistory } from './readableHistory.ts';
import { readCommands, readDays, readFlowDays, readModules } from './readDevice.ts';
import { readSettings } from './readSettings.ts';
import { dayColumns, type Format, SETTING_TABLES, samplesColumns, TABLES, type TableName } from './tables.ts';
import { openUnfinished, type UnfinishedFile } from './unfinished.ts';

export interface ExportOrder {
  sid: string;
  /** Null: all devices. */
  sn: string | null;
  /** Days of the plant's calendar, both included; null: its first, its last day. */
  from: Day | null;
  to: Day | null;
  format: Format;
  folder: string;
  /** Also exports a plant without a history: it has settings. */
  evenWithoutHistory?: boolean;
}

export interface Exported {
  from: Day;
  to: Day;
  devices: number;
  samples: number;
  days: number;
  /** Days whose stored samples are damaged and missing from the files. */
  damaged: { sn: string; day: Day; reason: string }[];
  files: { path: string; bytes: number }[];
}

interface Site {
  sid: string;
  timeZone: string;
  keepsHours: boolean;
}

/** Writes all files or none; `interrupted` ends it with its reason. */
export async function exportSite(
  context: Pick<Context, 'sql' | 'clock'>,
  order: ExportOrder,
  progress: (doneDays: number, allDays: number, rows: number) => void = () => {},
  interrupted?: AbortSignal,
): Promise<Exported> {
  const { sql } = context;
  const { sid, format, folder } = order;
  const [site] = await sql<
    Site[]
  >`select sid, timezone as time_zone, hours_from is not null as keeps_hours from sites where sid = ${sid}`;
  if (!site) throw new StartupError(`There is no plant ${sid}.`);
  const sns = await readSerialNumbers(sql, order);
  const { from, to } = await readRange(context, order, site.timeZone);
  const columns = samplesColumns(await readQuantityNames(sql, order));
  const created = await mkdir(folder, { recursive: true, mode: 0o700 });
  const files = exportFiles(folder, format, (table) => columnsOf(table, columns, site.keepsHours));
  try {
    refuseOverwriting(folder);
    const tables = await openTables(sql, files, sid, sns);
    // Before the first value leaves: an interrupted export is logged as well.
    await auditTool(context, 'site.export', sid, { sn: order.sn, from, to, format });
    const result: Exported = { from, to, devices: sns.length, samples: 0, days: 0, damaged: [], files: [] };
    const names = new Set(columns.map(({ name }) => name));
    const days = daysBetween(from, to) + 1;
    for (const [index, sn] of sns.entries()) {
      const onDay = (day: Day): void =>
        progress(index * days + daysBetween(from, day), sns.length * days, result.samples);
      // One state of the device in all files, whatever arrives meanwhile.
      await sql.begin('isolation level repeatable read read only', (tx) =>
        writeDevice(tx, { site, sn, tables, names, result, onDay, interrupted }),
      );
      progress((index + 1) * days, sns.length * days, result.samples);
    }
    const settings = await sql.begin((tx) => readSettings(tx, sid, sns, order.sn === null));
    for (const table of SETTING_TABLES) {
      if (settings[table].rows > 0) await (await files.open(table)).write(settings[table]);
    }
    result.files = await files.finish();
    interrupted?.throwIfAborted();
    await files.publish();
    return result;
  } catch (error) {
    await files.remove();
    if (created !== undefined) await rmdir(folder).catch(() => {});
    throw error;
  }
}

interface ExportFiles {
  open(table: TableName): Promise<TableFile>;
  /** Completes the content of all files. */
  finish(): Promise<Exported['files']>;
  /** Gives finished files their names. */
  publish(): Promise<void>;
  remove(): Promise<void>;
}

/** The files of an export, with temporary names until all are finished. */
function exportFiles(
  folder: string,
  format: Format,
  columnsOfTable: (table: TableName) => readonly Column[],
): ExportFiles {
  const opened = new Map<TableName, { path: string; file: UnfinishedFile; table: TableFile | null }>();
  const inTableOrder = () => (Object.keys(TABLES) as TableName[]).flatMap((table) => opened.get(table) ?? []);
  return {
    async open(name) {
      const path = join(folder, `${name}.${format}`);
      const file = await openUnfinished(path);
      const entry = { path, file, table: null as TableFile | null };
      opened.set(name, entry);
      const table = await (format === 'csv' ? csvFile : parquetFile)(file, columnsOfTable(name));
      entry.table = table;
      return table;
    },
    async finish() {
      const finished: Exported['files'] = [];
      for (const { path, file, table } of inTableOrder()) {
        await table?.finish();
        finished.push({ path, bytes: file.bytes() });
      }
      return finished;
    },
    async publish() {
      // Samples last: an export that has them is whole.
      for (const { file } of inTableOrder().toReversed()) await file.publish();
    },
    async remove() {
      for (const { file } of opened.values()) await file.remove();
    },
  };
}

function columnsOf(table: TableName, samples: readonly Column[], keepsHours: boolean): readonly Column[] {
  if (table === 'samples') return samples;
  return table === 'days' || table === 'flows' ? dayColumns(table, keepsHours) : TABLES[table];
}

interface DeviceTables {
  samples: TableFile;
  days: TableFile;
  /** Null: the devices have no such rows, and there is no file. */
  flows: TableFile | null;
  modules: TableFile | null;
  commands: TableFile | null;
}

const openTables = async (
  sql: Sql,
  files: ExportFiles,
  sid: string,
  sns: readonly string[],
): Promise<DeviceTables> => ({
  samples: await files.open('samples'),
  days: await files.open('days'),
  flows: (await hasFlows(sql, sid, sns)) ? await files.open('flows') : null,
  modules: (await hasModules(sql, sid, sns)) ? await files.open('modules') : null,
  commands: (await hasCommands(sql, sid, sns)) ? await files.open('commands') : null,
});

interface DeviceExport {
  site: Site;
  sn: string;
  tables: DeviceTables;
  /** Columns of the samples table. */
  names: ReadonlySet<string>;
  /** Rows and damaged days are added to it. */
  result: Exported;
  onDay(day: Day): void;
  interrupted: AbortSignal | undefined;
}

async function writeDevice(
  tx: Transaction,
  { site: { sid, timeZone }, sn, tables, names, result, onDay, interrupted }: DeviceExport,
): Promise<void> {
  const { from, to } = result;
  const onDamage = ({ sn, day, reason }: Exported['damaged'][number]): void => {
    if (!result.damaged.some((known) => known.sn === sn && known.day === day)) result.damaged.push({ sn, day, reason });
  };
  const range = { sid, sn, fromMs: dayStartMs(from, timeZone), toMs: dayEndMs(to, timeZone) };
  for await (const samples of readableHistory(tx, range, onDamage)) {
    interrupted?.throwIfAborted();
    const piece = samplesPiece(sn, samples, timeZone);
    const missing = Object.keys(samples.values).find((name) => !names.has(name));
    if (missing !== undefined) throw new Error(`${sn} has samples of ${missing}, which its live row does not contain`);
    await tables.samples.write(piece);
    result.samples += piece.rows;
    onDay((piece.cells.day as string[]).at(-1) ?? from);
  }
  const writeAll = async (file: TableFile, pieces: AsyncIterable<TableChunk>): Promise<number> => {
    let rows = 0;
    for await (const piece of pieces) {
      interrupted?.throwIfAborted();
      await file.write(piece);
      rows += piece.rows;
    }
    return rows;
  };
  result.days += await writeAll(tables.days, readDays(tx, { sid, sn, from, to }));
  if (tables.flows) await writeAll(tables.flows, readFlowDays(tx, { sid, sn, from, to }));
  if (tables.modules) await tables.modules.write(await readModules(tx, { sid, sn }));
  if (tables.commands) await writeAll(tables.commands, readCommands(tx, { sid, sn }));
}

function refuseOverwriting(folder: string): void {
  const names = Object.keys(TABLES).flatMap((table) => [`${table}.csv`, `${table}.parquet`]);
  const existing = names.find((name) => existsSync(join(folder, name)));
  if (existing) throw new StartupError(`${join(folder, existing)} already exists; choose another folder.`);
}

/** Includes removed devices: their history belongs to the plant. */
async function readSerialNumbers(sql: Sql, { sid, sn }: ExportOrder): Promise<string[]> {
  const devices = await sql<{ sn: string }[]>`
    select sn from devices where sid = ${sid} and ${sn === null ? sql`true` : sql`sn = ${sn}`} order by sn`;
  if (sn !== null && devices.length === 0) throw new StartupError(`The plant ${sid} has no device ${sn}.`);
  return devices.map((device) => device.sn);
}

/** Quantities that the devices have ever reported, from their live rows. */
async function readQuantityNames(sql: Sql, { sid, sn }: ExportOrder): Promise<Set<string>> {
  const rows = await sql<{ quantities: Quantities | null }[]>`
    select quantities from device_live where sid = ${sid} and ${sn === null ? sql`true` : sql`sn = ${sn}`}`;
  return new Set(rows.flatMap(({ quantities }) => Object.keys(quantities ?? {})));
}

/** First and last day of energy and of samples: a device that produces nothing has samples only. */
async function readRange(
  { sql, clock }: Pick<Context, 'sql' | 'clock'>,
  { sid, sn, from, to, evenWithoutHistory }: ExportOrder,
  timeZone: string,
): Promise<{ from: Day; to: Day }> {
  const [days] = await sql<{ first: Day | null; last: Day | null }[]>`
    select min(day) as first, max(day) as last from device_days
    where sid = ${sid} and ${sn === null ? sql`true` : sql`sn = ${sn}`}`;
  const [flows] = await sql<{ first: Day | null; last: Day | null }[]>`
    select min(day) as first, max(day) as last from device_flows
    where sid = ${sid} and ${sn === null ? sql`true` : sql`sn = ${sn}`}`;
  const samples = await spanOfSamples(sql, { sid, sn, timeZone });
  const ends = [days, flows, samples].flatMap((span) => [span?.first ?? null, span?.last ?? null]);
  const knownDays = ends.filter((day) => day !== null);
  const [first = null, last = first] = [knownDays.toSorted()[0], knownDays.toSorted().at(-1)];
  const today = localDay(clock.now().getTime(), timeZone);
  if (first === null && evenWithoutHistory) return { from: today, to: today };
  if (first === null || last === null) throw new StartupError(`The plant ${sid} has no history yet.`);
  if ((from !== null && from > last) || (to !== null && to < first)) {
    throw new StartupError(`There is nothing in these days: the history is from ${first} to ${last}.`);
  }
  return { from: from ?? first, to: to ?? last };
}

function samplesPiece(
  sn: string,
  { atMs, statusBits, mode, imported, values }: SampleColumns,
  timeZone: string,
): TableChunk {
  const rows = atMs.length;
  return {
    rows,
    cells: {
      sn: new Array<string>(rows).fill(sn),
      at: atMs,
      day: Array.from(atMs, (instantMs) => localDay(instantMs, timeZone)),
      statusBits,
      mode,
      imported,
      ...values,
    },
  };
}

async function hasFlows(sql: Sql, sid: string, sns: readonly string[]): Promise<boolean> {
  const rows =
    await sql`select from device_flows where sid = ${sid} and sn = any (${textArray(sns)}::text::text[]) limit 1`;
  return rows.length > 0;
}

async function hasModules(sql: Sql, sid: string, sns: readonly string[]): Promise<boolean> {
  const rows = await sql`select from modules where sid = ${sid} and sn = any (${textArray(sns)}::text::text[]) limit 1`;
  return rows.length > 0;
}

async function hasCommands(sql: Sql, sid: string, sns: readonly string[]): Promise<boolean> {
  const rows = await sql`
    select from commands where sid = ${sid} and sn = any (${textArray(sns)}::text::text[])
      and state <> all (${[...OPEN_STEPS]}::text[]) limit 1`;
  return rows.length > 0;
}
