// Imports a CSV file of another system as reports of a device: row by row, with bounded memory, counting accepted and refused rows.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Quantities } from '@heliograph/contract/measurements.ts';
import { QUANTITIES, type Quantity } from '@heliograph/contract/measurements.ts';
import { parse } from 'csv-parse';
import type { Context } from '../../context.ts';
import type { Reading } from '../../families/family.ts';
import { readingOfFile } from '../../families/rows.ts';
import { ingestReports } from '../../ingest/ingestReports.ts';
import { readDevices } from '../../installation/knownDevices.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import { type ColumnChoice, type Columns, chooseColumns } from './columns.ts';
import { Ambiguous, type TimeReading, timeReader } from './wallTimes.ts';

export interface ImportOrder extends ColumnChoice, TimeReading {
  sn: string;
  file: string;
  delimiter: string | null;
}

export interface Imported {
  rows: number;
  taken: number;
  /** Rows without news: imported before, or reported by the device itself. */
  known: number;
  /** Rows whose power was slightly negative and read as 0: an inverter's consumption at night. */
  clamped: number;
  refused: { reason: string; rows: number; example: string }[];
  days: { first: string; last: string; withEnergy: number; without: number; energyWh: number } | null;
}

const BATCH_SIZE = 2_000;
const EARLIEST_MS = Date.UTC(1990, 0, 1);
const DAY_MS = 86_400_000;

export async function importFile(
  context: Omit<Context, 'config'>,
  order: ImportOrder,
  progress: (doneBytes: number, allBytes: number, rows: number) => void = () => {},
): Promise<Imported> {
  const device = (await readDevices(context.sql, [order.sn])).get(order.sn);
  if (!device) throw new Ambiguous(`The device ${order.sn} is in no plant; register it there first.`);
  if (device.restricted) throw new Ambiguous(`The device ${order.sn} is restricted.`);
  const { size } = await stat(order.file);
  const refused = new Map<string, { reason: string; rows: number; example: string }>();
  const result: Imported = { rows: 0, taken: 0, known: 0, clamped: 0, refused: [], days: null };
  const rules: RowRules = {
    readTime: timeReader(order),
    latestMs: context.clock.now().getTime() + DAY_MS,
    // An inverter draws little at night compared with its rating; more than that is another quantity or another sign.
    noiseW: Math.max(50, device.ratedPowerW * 0.05),
  };
  let columns: Columns | null = null;
  let batch: { reading: Reading; example: string }[] = [];
  let firstMs = Infinity;
  let lastMs = -Infinity;

  const refuse = (reason: string, example: string): void => {
    const entry = refused.get(reason) ?? { reason, rows: 0, example };
    entry.rows++;
    refused.set(reason, entry);
  };

  const flush = async (): Promise<void> => {
    const outcomes = await ingestReports(
      context,
      batch.map(({ reading }) => reading),
    );
    for (const [n, { kind }] of outcomes.entries()) {
      if (kind === 'stored') result.taken++;
      else if (kind === 'repeated') result.known++;
      else if (kind === 'empty') refuse('no plausible value', batch[n]!.example);
      else throw new Ambiguous(`The device ${order.sn} left its plant while the file was read.`);
    }
    batch = [];
  };

  const { records, bytesRead } = openCsv(order);
  for await (const { record, info } of records) {
    if (columns === null) {
      columns = chooseColumns(record, order);
      continue;
    }
    result.rows++;
    const row = readRow(record, columns, rules);
    const example = `line ${info.lines}: ${record.join(',').slice(0, 120)}`;
    if ('refused' in row) {
      refuse(row.refused, example);
      continue;
    }
    if (row.clamped) result.clamped++;
    firstMs = Math.min(firstMs, row.atMs);
    lastMs = Math.max(lastMs, row.atMs);
    const reading = readingOfFile({ sn: order.sn, at: new Date(row.atMs), quantities: row.quantities });
    batch.push({ reading, example });
    if (batch.length >= BATCH_SIZE) {
      await flush();
      progress(bytesRead(), size, result.rows);
    }
  }
  if (columns === null) throw new Ambiguous(`The file ${order.file} is empty.`);
  await flush();
  progress(size, size, result.rows);
  result.refused = [...refused.values()].sort((left, right) => right.rows - left.rows);
  if (firstMs <= lastMs) result.days = await readDays(context, device, firstMs, lastMs);
  return result;
}

function openCsv({ file, delimiter }: Pick<ImportOrder, 'file' | 'delimiter'>): {
  records: AsyncIterable<{ record: string[]; info: { lines: number } }>;
  bytesRead(): number;
} {
  const bytes = createReadStream(file);
  const parser = parse({
    bom: true,
    delimiter: delimiter ?? [',', ';', '\t'],
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: 64 * 1024,
    info: true,
  });
  bytes.on('error', (error) => parser.destroy(error));
  bytes.pipe(parser);
  return { records: parser, bytesRead: () => bytes.bytesRead };
}

interface RowRules {
  readTime: ReturnType<typeof timeReader>;
  latestMs: number;
  /** Power below zero by no more than this is read as 0. */
  noiseW: number;
}

interface Row {
  atMs: number;
  quantities: Quantities;
  clamped: boolean;
}

function readRow(
  record: readonly string[],
  columns: Columns,
  { readTime, latestMs, noiseW }: RowRules,
): Row | { refused: string } {
  const time = readTime(record[columns.time] ?? '');
  if ('refused' in time) return time;
  const { atMs } = time;
  if (atMs < EARLIEST_MS || atMs > latestMs) return { refused: 'its time is before 1990 or in the future' };
  const read = readQuantities(record, columns, noiseW);
  return typeof read === 'string' ? { refused: read } : { atMs, ...read };
}

/** Returns the reason as text when a value is not acceptable. */
function readQuantities(
  record: readonly string[],
  { quantities: chosen }: Columns,
  noiseW: number,
): { quantities: Quantities; clamped: boolean } | string {
  const quantities: Quantities = {};
  let clamped = false;
  for (const { index, header, name, factor } of chosen) {
    const text = record[index] ?? '';
    if (text === '' || /^(nan|null|na|n\/a|-)$/i.test(text)) continue;
    if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text)) return `"${header}" is not a number`;
    let value = Number(text) * factor;
    const { min, max, unit, offsetFrom = min }: Quantity = QUANTITIES[name];
    const from = unit === 'W' && min === 0 ? -noiseW : offsetFrom;
    if (value < min && value >= from) {
      value = min;
      clamped ||= unit === 'W';
    }
    if (value < min || value > max) return `"${header}" is outside ${min} to ${max} ${unit}`;
    quantities[name] = value;
  }
  return Object.keys(quantities).length === 0 ? 'no value' : { quantities, clamped };
}

async function readDays(
  { sql }: Pick<Context, 'sql'>,
  { sid, sn, timeZone }: { sid: string; sn: string; timeZone: string },
  firstMs: number,
  lastMs: number,
): Promise<Imported['days']> {
  const [days] = await sql<{ first: string; last: string; withEnergy: number; without: number; energyWh: number }[]>`
    select min(day) as first, max(day) as last, count(*) filter (where energy_wh > 0)::int as with_energy,
      count(*) filter (where energy_wh = 0)::int as without, sum(energy_wh) as energy_wh
    from device_days where sid = ${sid} and sn = ${sn}
      and day between ${localDay(firstMs, timeZone)} and ${localDay(lastMs, timeZone)}`;
  return days?.first ? days : null;
}
