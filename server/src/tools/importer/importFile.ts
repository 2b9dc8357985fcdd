// Brings a file of an old system in through the one door: row by row, bounded memory, counting what was taken and what was not.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Quantities } from '@heliograph/contract/measurements.ts';
import { QUANTITIES } from '@heliograph/contract/measurements.ts';
import { parse } from 'csv-parse';
import type { Context } from '../../context.ts';
import type { Reading } from '../../families/family.ts';
import { readingOfFile } from '../../families/rows.ts';
import { takeReports } from '../../ingest/ingestReports.ts';
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
  /** Rows that said nothing new: this file or the device itself had told it. */
  known: number;
  /** Rows whose power was a little below zero, taken as 0: what an inverter uses at night. */
  clamped: number;
  refused: { reason: string; rows: number; example: string }[];
  days: { first: string; last: string; withEnergy: number; without: number; energyWh: number } | null;
}

const ROWS_AT_ONCE = 2_000;
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
  const refuse = (reason: string, line: number, text: string): void => {
    const entry = refused.get(reason) ?? { reason, rows: 0, example: `line ${line}: ${text.slice(0, 120)}` };
    entry.rows++;
    refused.set(reason, entry);
  };
  // What an inverter draws at night is small beside what it can make; more than that is another quantity or another sign.
  const noiseW = Math.max(50, device.ratedPowerW * 0.05);
  const latestMs = context.clock.now().getTime() + DAY_MS;
  const readTime = timeReader(order);
  let columns: Columns | null = null;
  let batch: Reading[] = [];
  let firstMs = Infinity;
  let lastMs = -Infinity;

  const flush = async (): Promise<void> => {
    const outcomes = await takeReports(context, batch);
    for (const { kind } of outcomes) {
      if (kind === 'stored') result.taken++;
      else if (kind === 'repeated') result.known++;
      else throw new Ambiguous(`The device ${order.sn} left its plant while the file was read.`);
    }
    batch = [];
  };

  const bytes = createReadStream(order.file);
  const parser = parse({
    bom: true,
    delimiter: order.delimiter ?? [',', ';', '\t'],
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: 64 * 1024,
    info: true,
  });
  bytes.on('error', (error) => parser.destroy(error));
  bytes.pipe(parser);
  for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
    if (columns === null) {
      columns = chooseColumns(record, order);
      continue;
    }
    result.rows++;
    const line = record.join(',');
    const time = readTime(record[columns.time] ?? '');
    if ('refused' in time) {
      refuse(time.refused, info.lines, line);
      continue;
    }
    if (time.atMs < EARLIEST_MS || time.atMs > latestMs) {
      refuse('its time is before 1990 or in the future', info.lines, line);
      continue;
    }
    const read = readQuantities(record, columns, noiseW);
    if (typeof read === 'string') {
      refuse(read, info.lines, line);
      continue;
    }
    if (read.clamped) result.clamped++;
    firstMs = Math.min(firstMs, time.atMs);
    lastMs = Math.max(lastMs, time.atMs);
    batch.push(readingOfFile({ sn: order.sn, at: new Date(time.atMs), quantities: read.quantities }));
    if (batch.length >= ROWS_AT_ONCE) {
      await flush();
      progress(bytes.bytesRead, size, result.rows);
    }
  }
  if (columns === null) throw new Ambiguous(`The file ${order.file} is empty.`);
  await flush();
  progress(size, size, result.rows);
  result.refused = [...refused.values()].sort((left, right) => right.rows - left.rows);
  if (firstMs <= lastMs) result.days = await daysOf(context, device, firstMs, lastMs);
  return result;
}

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
    const { min, max, unit } = QUANTITIES[name];
    if (unit === 'W' && min === 0 && value < 0 && value >= -noiseW) {
      value = 0;
      clamped = true;
    }
    if (value < min || value > max) return `"${header}" is outside ${min} to ${max} ${unit}`;
    quantities[name] = value;
  }
  return Object.keys(quantities).length === 0 ? 'no value' : { quantities, clamped };
}

async function daysOf(
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
