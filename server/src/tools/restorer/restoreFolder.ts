// Restores an export into the plants where its devices are now: samples as whole histories, then days that have no samples.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../../context.ts';
import { importFlowDays } from '../../energy/flows/importedFlowDays.ts';
import { ingestHistory } from '../../ingest/ingestHistory.ts';
import { joinChunks, type TableChunk } from '../../platform/files/table.ts';
import { StartupError } from '../../platform/startupError.ts';
import { auditTool } from '../exporter/audit.ts';
import { type Format, TABLES, type TableName } from '../exporter/tables.ts';
import type { Reading } from './cells.ts';
import { historiesOf } from './deviceHistories.ts';
import { createPlantLookup, type Plants } from './plantLookup.ts';
import { readCsv } from './readCsv.ts';
import { readParquet } from './readParquet.ts';
import { restoreCommands } from './restoreCommands.ts';
import { type DayCounts, flowDaysOf, restoreDays } from './restoreDays.ts';
import { restoreModules } from './restoreModules.ts';
import { restoreBreaks, restoreMeters, restoreNotes, restorePrices, restoreZones } from './restoreSettings.ts';
import { wholeDays } from './wholeDays.ts';

export interface Restored {
  samples: { stored: number; known: number };
  days: DayCounts;
  /** Days of flows: `added` from the file, as they have no samples; most of the known ones were recomputed from samples. */
  flows: { added: number; known: number };
  /** Modules: `added` from the file; the plant has an entry of its own for the known ones. */
  modules: { added: number; known: number };
  /** Commands that have ended. */
  commands: number;
  /** Notes about events that have none in the plant. */
  notes: number;
  /** Devices whose settings were restored, breaks of history, versions of prices and zones; null: the plant has some of its own. */
  settings: { meters: number; breaks: number; prices: number | null; zones: number | null };
  /** Serial numbers of no plant, or restricted. */
  unknown: string[];
  refused: { file: string; reason: string; rows: number; lines: number[] }[];
}

type Target = Pick<Context, 'sql' | 'clock' | 'log' | 'nudges' | 'trouble'>;
type Progress = (done: number, all: number, rows: number) => void;

const MS_A_DAY = 86_400_000;

/** `sid`: the plant that gets the prices and zones when the files name no device. */
export async function restoreFolder(
  context: Target,
  folder: string,
  progress: Progress = () => {},
  sid?: string,
): Promise<Restored> {
  const restore = openRestore(context, folder, progress);
  const { plants, result } = restore;
  // Settings come first, as days are computed with them.
  await restoreDeviceSettings(restore, 'meters', restoreMeters);
  await restoreDeviceSettings(restore, 'breaks', restoreBreaks);
  await restoreSamples(restore);
  await restoreDayTotals(restore);
  if (sid !== undefined) await restorePlantSettings(restore, sid);
  await restoreFlowDays(restore);
  await restoreModuleTable(restore);
  if (restore.has('commands')) result.commands = await restoreCommands(context.sql, restore.read('commands'), plants);
  // After the samples, from which the events follow.
  await restoreEventNotes(restore);
  for (const [restoredSid, counted] of plants.counts) await auditTool(context, 'site.restore', restoredSid, counted);
  result.unknown = [...plants.unknown].sort();
  result.refused = restore.refusals.list();
  return result;
}

interface Restore {
  context: Target;
  at: Date;
  plants: Plants;
  result: Restored;
  refusals: Refusals;
  /** Rows of samples so far. */
  sampleRows: number;
  /** The plant that has got the prices and zones of the files: that of the first device. */
  settingsSid: string | null;
  /** The plant whose layout is that of the files. */
  zonedSid: string | null;
  /** Older exports lack tables; so do exports of plants that have no such data. */
  has(table: TableName): boolean;
  read(table: TableName): AsyncGenerator<TableChunk>;
}

function openRestore(context: Target, folder: string, progress: Progress): Restore {
  const format = formatOf(folder);
  const at = context.clock.now();
  const fileOf = (table: TableName): string => `${table}.${format}`;
  const refusals = collectRefusals(fileOf);
  const restore: Restore = {
    context,
    at,
    plants: createPlantLookup(context.sql),
    result: {
      samples: { stored: 0, known: 0 },
      days: { equal: 0, added: 0, different: 0, firstDifferent: null },
      flows: { added: 0, known: 0 },
      modules: { added: 0, known: 0 },
      commands: 0,
      notes: 0,
      settings: { meters: 0, breaks: 0, prices: 0, zones: 0 },
      unknown: [],
      refused: [],
    },
    refusals,
    sampleRows: 0,
    settingsSid: null,
    zonedSid: null,
    has: (table) => existsSync(join(folder, fileOf(table))),
    read(table) {
      const reading: Reading = {
        latestMs: context.clock.now().getTime() + MS_A_DAY,
        refuse: (reason, line) => refusals.add(table, reason, 1, line),
        // Other tables are small, and some are read in between.
        progress(part) {
          if (table === 'samples') progress(part * 95, 100, restore.sampleRows);
          else if (table === 'days') progress(95 + part * 5, 100, restore.sampleRows);
        },
      };
      return (format === 'csv' ? readCsv : readParquet)(join(folder, fileOf(table)), TABLES[table], reading);
    },
  };
  return restore;
}

interface Refusals {
  add(table: TableName, reason: string, rows: number, line?: number): void;
  /** Most rows first. */
  list(): Restored['refused'];
}

/** Counts refused rows by file and reason, with the first lines of each. */
function collectRefusals(fileOf: (table: TableName) => string): Refusals {
  const refused = new Map<string, Restored['refused'][number]>();
  return {
    add(table, reason, rows, line) {
      const file = fileOf(table);
      const entry = refused.get(`${file} ${reason}`) ?? { file, reason, rows: 0, lines: [] };
      entry.rows += rows;
      if (line !== undefined && entry.lines.length < 5) entry.lines.push(line);
      refused.set(`${file} ${reason}`, entry);
    },
    list: () => [...refused.values()].sort((left, right) => right.rows - left.rows),
  };
}

async function restoreDeviceSettings(
  { context, at, plants, result, has, read }: Restore,
  table: 'meters' | 'breaks',
  restoreRows: typeof restoreMeters,
): Promise<void> {
  if (!has(table)) return;
  for await (const piece of read(table)) {
    const sids = await plants.find(serialNumbers(piece));
    result.settings[table] += await context.sql.begin((tx) => restoreRows(tx, piece, sids, at));
  }
}

/** Prices and zones, once. */
async function restorePlantSettings(restore: Restore, sid: string): Promise<void> {
  if (restore.settingsSid !== null) return;
  restore.settingsSid = sid;
  const { context, at, result, has, read } = restore;
  if (has('prices')) {
    const piece = joinChunks(await Array.fromAsync(read('prices')), TABLES.prices);
    result.settings.prices = await context.sql.begin((tx) => restorePrices(tx, piece, sid, at));
  }
  if (!has('zones')) return;
  const piece = joinChunks(await Array.fromAsync(read('zones')), TABLES.zones);
  result.settings.zones = await context.sql.begin((tx) => restoreZones(tx, piece, sid, at));
  if (result.settings.zones !== null) restore.zonedSid = sid;
}

async function restoreSamples(restore: Restore): Promise<void> {
  const { context, plants, result, read } = restore;
  for await (const piece of prefetchNext(wholeDays(read('samples')))) {
    const sids = await plants.find(serialNumbers(piece));
    const histories = historiesOf(piece).filter(({ sn }) => sids.has(sn));
    const firstSid = histories[0] && sids.get(histories[0].sn);
    if (firstSid !== undefined) await restorePlantSettings(restore, firstSid);
    const { stored, known, unknown } = await ingestHistory(context, histories);
    result.samples.stored += stored;
    result.samples.known += known;
    for (const sn of unknown) plants.unknown.add(sn);
    for (const { sn, columns } of histories) plants.count(sn, 'samples', columns.atMs.length);
    restore.sampleRows += piece.rows;
  }
}

async function restoreDayTotals(restore: Restore): Promise<void> {
  const { context, plants, result, refusals, read } = restore;
  for await (const piece of read('days')) {
    const [firstSid] = (await plants.find(serialNumbers(piece))).values();
    if (firstSid !== undefined) await restorePlantSettings(restore, firstSid);
    const impossible = await restoreDays(context, piece, plants, result.days);
    // Found only with the device at hand, when its line is no longer known.
    if (impossible > 0) refusals.add('days', 'more energy than the device can make in that day', impossible);
  }
}

async function restoreFlowDays({ context, plants, result, has, read }: Restore): Promise<void> {
  if (!has('flows')) return;
  for await (const piece of read('flows')) {
    const sids = await plants.find(serialNumbers(piece));
    const days = flowDaysOf(piece).filter(({ sn }) => sids.has(sn));
    const { added, known } = await importFlowDays(context, days);
    result.flows.added += added;
    result.flows.known += known;
  }
}

async function restoreModuleTable({ context, plants, result, zonedSid, has, read }: Restore): Promise<void> {
  if (!has('modules')) return;
  for await (const piece of read('modules')) {
    const sids = await plants.find(serialNumbers(piece));
    const added = await context.sql.begin((tx) => restoreModules(tx, piece, sids, zonedSid));
    result.modules.added += added;
    result.modules.known += serialNumbers(piece).filter((sn) => sids.has(sn)).length - added;
    context.nudges.publish(new Set(sids.values()));
  }
}

async function restoreEventNotes({ context, plants, result, has, read }: Restore): Promise<void> {
  if (!has('notes')) return;
  for await (const piece of read('notes')) {
    const sids = await plants.find(serialNumbers(piece));
    result.notes += await context.sql.begin((tx) => restoreNotes(tx, piece, sids));
  }
}

const serialNumbers = ({ cells }: TableChunk): string[] => cells.sn as string[];

/** Reads the next item while the current one is stored. */
async function* prefetchNext<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  const startNext = (): Promise<IteratorResult<T>> => {
    const result = items.next();
    // It may fail before anybody waits for it.
    result.catch(() => {});
    return result;
  };
  let next = startNext();
  try {
    for (let result = await next; !result.done; result = await next) {
      next = startNext();
      yield result.value;
    }
  } finally {
    await next.catch(() => {});
    await items.return(undefined);
  }
}

function formatOf(folder: string): Format {
  if (!existsSync(folder)) throw new StartupError(`There is no folder ${folder}.`);
  const whole = (['csv', 'parquet'] as const).filter((format) =>
    (['samples', 'days'] as const).every((table) => existsSync(join(folder, `${table}.${format}`))),
  );
  const [format, other] = whole;
  if (format && !other) return format;
  throw new StartupError(
    !format
      ? `${folder} holds no whole export: samples and days, both as .csv or both as .parquet.`
      : `${folder} holds two exports, as CSV and as Parquet; put them into folders of their own.`,
  );
}
