// Writes a plant's samples and days into files: device after device, piece after piece, in the memory of a few pieces.
import { existsSync } from 'node:fs';
import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { OPEN_STEPS } from '@heliograph/contract/commands.ts';
import type { Quantities } from '@heliograph/contract/measurements.ts';
import type { Context } from '../../context.ts';
import { type Day, dayEndMs, dayStartMs, daysBetween, localDay } from '../../platform/calendar/rules/localDays.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import type { Piece } from '../../platform/files/table.ts';
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
  /** Of the plant's own calendar, both included; null: from its first, to its last. */
  from: Day | null;
  to: Day | null;
  format: Format;
  folder: string;
  /** One without a history, too: its settings are what there is. */
  evenWithoutHistory?: boolean;
}

export interface Exported {
  from: Day;
  to: Day;
  devices: number;
  samples: number;
  days: number;
  /** Days whose samples are damaged where they are stored, and missing in the files. */
  damaged: { sn: string; day: Day; reason: string }[];
  files: { path: string; bytes: number }[];
}

interface Site {
  sid: string;
  timeZone: string;
  keepsHours: boolean;
}

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
  const sns = await devicesOf(sql, order);
  const { from, to } = await rangeOf(context, order, site.timeZone);
  const columns = samplesColumns(await heardOf(sql, order));
  const named = new Set(columns.map(({ name }) => name));
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  const files: Partial<Record<TableName, UnfinishedFile>> = {};
  const pathOf = (table: TableName) => join(folder, `${table}.${format}`);
  try {
    refuseOverwriting(folder);
    const open = async (table: TableName): Promise<TableFile> => {
      const file = await openUnfinished(pathOf(table));
      files[table] = file;
      return (format === 'csv' ? csvFile : parquetFile)(
        file,
        table === 'samples'
          ? columns
          : table === 'days' || table === 'flows'
            ? dayColumns(table, site.keepsHours)
            : TABLES[table],
      );
    };
    const tables = {
      samples: await open('samples'),
      days: await open('days'),
      // Most plants measure none.
      flows: (await haveFlows(sql, sid, sns)) ? await open('flows') : null,
      modules: (await haveModules(sql, sid, sns)) ? await open('modules') : null,
      commands: (await haveCommands(sql, sid, sns)) ? await open('commands') : null,
    };
    // Before the first value leaves: one that is interrupted was asked for, too.
    await auditTool(context, 'site.export', sid, { sn: order.sn, from, to, format });
    const result: Exported = { from, to, devices: sns.length, samples: 0, days: 0, damaged: [], files: [] };
    const noteDamage = ({ sn, day, reason }: Exported['damaged'][number]): void => {
      if (!result.damaged.some((known) => known.sn === sn && known.day === day))
        result.damaged.push({ sn, day, reason });
    };
    const days = daysBetween(from, to) + 1;
    for (const [index, sn] of sns.entries()) {
      // One state of the device in both files, whatever arrives meanwhile.
      await sql.begin('isolation level repeatable read read only', async (begun) => {
        const tx = begun as Transaction;
        const range = { sid, sn, fromMs: dayStartMs(from, site.timeZone), toMs: dayEndMs(to, site.timeZone) };
        for await (const read of readableHistory(tx, range, noteDamage)) {
          interrupted?.throwIfAborted();
          const piece = samplesPiece(sn, read, site.timeZone);
          const lost = Object.keys(read.values).find((name) => !named.has(name));
          if (lost !== undefined) throw new Error(`${sn} has told ${lost}, and its live row does not know it`);
          await tables.samples.write(piece);
          result.samples += piece.rows;
          const day = (piece.cells.day as string[]).at(-1) ?? from;
          progress(index * days + daysBetween(from, day), sns.length * days, result.samples);
        }
        for await (const piece of readDays(tx, { sid, sn, from, to })) {
          interrupted?.throwIfAborted();
          await tables.days.write(piece);
          result.days += piece.rows;
        }
        for await (const piece of tables.flows ? readFlowDays(tx, { sid, sn, from, to }) : []) {
          interrupted?.throwIfAborted();
          await tables.flows!.write(piece);
        }
        if (tables.modules) await tables.modules.write(await readModules(tx, { sid, sn }));
        for await (const piece of tables.commands ? readCommands(tx, { sid, sn }) : []) {
          interrupted?.throwIfAborted();
          await tables.commands!.write(piece);
        }
      });
      progress((index + 1) * days, sns.length * days, result.samples);
    }
    const settings = await sql.begin((tx) => readSettings(tx as Transaction, sid, sns, order.sn === null));
    const written: Partial<Record<TableName, TableFile | null>> = { ...tables };
    for (const table of SETTING_TABLES) {
      if (settings[table].rows === 0) continue;
      const file = await open(table);
      await file.write(settings[table]);
      written[table] = file;
    }
    for (const table of Object.keys(TABLES) as TableName[]) {
      if (!files[table]) continue;
      await written[table]!.finish();
      result.files.push({ path: pathOf(table), bytes: files[table]!.bytes() });
    }
    interrupted?.throwIfAborted();
    // Samples last: with them it is whole.
    for (const table of (Object.keys(TABLES) as TableName[]).toReversed()) await files[table]?.keep();
    return result;
  } catch (error) {
    for (const file of Object.values(files)) await file.remove();
    if (made !== undefined) await rmdir(folder).catch(() => {});
    throw error;
  }
}

function refuseOverwriting(folder: string): void {
  const names = Object.keys(TABLES).flatMap((table) => [`${table}.csv`, `${table}.parquet`]);
  const there = names.find((name) => existsSync(join(folder, name)));
  if (there) throw new StartupError(`${join(folder, there)} is there already; choose another folder.`);
}

/** Released devices too: their history is the plant's. */
async function devicesOf(sql: Sql, { sid, sn }: ExportOrder): Promise<string[]> {
  const devices = await sql<{ sn: string }[]>`
    select sn from devices where sid = ${sid} and ${sn === null ? sql`true` : sql`sn = ${sn}`} order by sn`;
  if (sn !== null && devices.length === 0) throw new StartupError(`The plant ${sid} has no device ${sn}.`);
  return devices.map((device) => device.sn);
}

/** A live row remembers every name that its device has told. */
async function heardOf(sql: Sql, { sid, sn }: ExportOrder): Promise<Set<string>> {
  const rows = await sql<{ quantities: Quantities | null }[]>`
    select quantities from device_live where sid = ${sid} and ${sn === null ? sql`true` : sql`sn = ${sn}`}`;
  return new Set(rows.flatMap(({ quantities }) => Object.keys(quantities ?? {})));
}

/** Of days of energy and of samples: what does not produce has no days. */
async function rangeOf(
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
  const found = ends.filter((day) => day !== null);
  const [first = null, last = first] = [found.toSorted()[0], found.toSorted().at(-1)];
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
): Piece {
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

async function haveFlows(sql: Sql, sid: string, sns: readonly string[]): Promise<boolean> {
  const rows =
    await sql`select from device_flows where sid = ${sid} and sn = any (${textArray(sns)}::text::text[]) limit 1`;
  return rows.length > 0;
}

async function haveModules(sql: Sql, sid: string, sns: readonly string[]): Promise<boolean> {
  const rows = await sql`select from modules where sid = ${sid} and sn = any (${textArray(sns)}::text::text[]) limit 1`;
  return rows.length > 0;
}

async function haveCommands(sql: Sql, sid: string, sns: readonly string[]): Promise<boolean> {
  const rows = await sql`
    select from commands where sid = ${sid} and sn = any (${textArray(sns)}::text::text[])
      and state <> all (${[...OPEN_STEPS]}::text[]) limit 1`;
  return rows.length > 0;
}
