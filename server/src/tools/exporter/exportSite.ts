// Writes a plant's samples and days into files: device after device, piece after piece, in the memory of a few pieces.
import { existsSync } from 'node:fs';
import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../context.ts';
import type { Sql, Transaction } from '../../db/connect.ts';
import { addDays, type Day, dayEndMs, dayStartMs, daysBetween, localDay } from '../../rules/localDays.ts';
import type { SampleColumns } from '../../samples/samples.ts';
import { StartError } from '../../startError.ts';
import { auditTool } from './audit.ts';
import { csvFile, type TableFile } from './csvFile.ts';
import { parquetFile } from './parquetFile.ts';
import { readableHistory } from './readableHistory.ts';
import { type Format, type Piece, TABLES, type TableName } from './tables.ts';
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
}

const DAY_ROWS_AT_ONCE = 5_000;

export async function exportSite(
  context: Pick<Context, 'sql' | 'clock'>,
  order: ExportOrder,
  progress: (doneDays: number, allDays: number, rows: number) => void = () => {},
  interrupted?: AbortSignal,
): Promise<Exported> {
  const { sql } = context;
  const { sid, format, folder } = order;
  const [site] = await sql<Site[]>`select sid, timezone as time_zone from sites where sid = ${sid}`;
  if (!site) throw new StartError(`There is no plant ${sid}.`);
  const sns = await devicesOf(sql, order);
  const { from, to } = await rangeOf(sql, order);
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  const files: Record<TableName, UnfinishedFile | null> = { samples: null, days: null };
  const pathOf = (table: TableName) => join(folder, `${table}.${format}`);
  try {
    refuseOverwriting(folder);
    const open = async (table: TableName): Promise<TableFile> => {
      const file = await openUnfinished(pathOf(table));
      files[table] = file;
      return (format === 'csv' ? csvFile : parquetFile)(file, TABLES[table]);
    };
    const tables = { samples: await open('samples'), days: await open('days') };
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
        for await (const columns of readableHistory(tx, range, noteDamage)) {
          interrupted?.throwIfAborted();
          const piece = samplesPiece(sn, columns, site.timeZone);
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
      });
      progress((index + 1) * days, sns.length * days, result.samples);
    }
    for (const table of ['samples', 'days'] as const) {
      await tables[table].finish();
      result.files.push({ path: pathOf(table), bytes: files[table]!.bytes() });
    }
    interrupted?.throwIfAborted();
    await files.days!.keep();
    await files.samples!.keep();
    return result;
  } catch (error) {
    for (const file of Object.values(files)) await file?.remove();
    if (made !== undefined) await rmdir(folder).catch(() => {});
    throw error;
  }
}

function refuseOverwriting(folder: string): void {
  const names = Object.keys(TABLES).flatMap((table) => [`${table}.csv`, `${table}.parquet`]);
  const there = names.find((name) => existsSync(join(folder, name)));
  if (there) throw new StartError(`${join(folder, there)} is there already; choose another folder.`);
}

/** Released devices too: their history is the plant's. */
async function devicesOf(sql: Sql, { sid, sn }: ExportOrder): Promise<string[]> {
  const devices = await sql<{ sn: string }[]>`
    select sn from devices where sid = ${sid} and ${sn === null ? sql`true` : sql`sn = ${sn}`} order by sn`;
  if (sn !== null && devices.length === 0) throw new StartError(`The plant ${sid} has no device ${sn}.`);
  return devices.map((device) => device.sn);
}

async function rangeOf(sql: Sql, { sid, sn, from, to }: ExportOrder): Promise<{ from: Day; to: Day }> {
  const [days] = await sql<{ first: Day | null; last: Day | null }[]>`
    select min(day) as first, max(day) as last from device_days
    where sid = ${sid} and ${sn === null ? sql`true` : sql`sn = ${sn}`}`;
  const { first, last } = days!;
  if (first === null || last === null) throw new StartError(`The plant ${sid} has no history yet.`);
  if ((from !== null && from > last) || (to !== null && to < first)) {
    throw new StartError(`There is nothing in these days: the history is from ${first} to ${last}.`);
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

interface DayRow {
  day: Day;
  energyWh: number;
  integratedWh: number;
  source: string;
  coveredS: number;
  samples: number;
  peakW: number | null;
  peakAtMs: number | null;
  firstAtMs: number | null;
  lastAtMs: number | null;
}

async function* readDays(
  tx: Transaction,
  { sid, sn, from, to }: { sid: string; sn: string; from: Day; to: Day },
): AsyncGenerator<Piece> {
  for (let next = from; ; ) {
    const rows = await tx<DayRow[]>`
    select day, energy_wh, integrated_wh, source, covered_s, samples, peak_w,
      (extract(epoch from peak_at) * 1000)::int8 as peak_at_ms, (extract(epoch from first_at) * 1000)::int8 as first_at_ms,
      (extract(epoch from last_at) * 1000)::int8 as last_at_ms
    from device_days where sid = ${sid} and sn = ${sn} and day >= ${next} and day <= ${to}
      order by day limit ${DAY_ROWS_AT_ONCE}`;
    if (rows.length === 0) return;
    const numbers = (read: (row: DayRow) => number | null) => Float64Array.from(rows, (row) => read(row) ?? Number.NaN);
    yield {
      rows: rows.length,
      cells: {
        sn: rows.map(() => sn),
        day: rows.map(({ day }) => day),
        energyWh: numbers(({ energyWh }) => energyWh),
        integratedWh: numbers(({ integratedWh }) => integratedWh),
        source: rows.map(({ source }) => source),
        coveredS: numbers(({ coveredS }) => coveredS),
        samples: numbers(({ samples }) => samples),
        peakW: numbers(({ peakW }) => peakW),
        peakAt: numbers(({ peakAtMs }) => peakAtMs),
        firstAt: numbers(({ firstAtMs }) => firstAtMs),
        lastAt: numbers(({ lastAtMs }) => lastAtMs),
      },
    };
    next = addDays(rows.at(-1)!.day, 1);
  }
}
