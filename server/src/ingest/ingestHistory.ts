// Bulk ingest: packs whole histories of devices into day blocks at once; energies, events and live rows are updated as for reports.
import type { Context } from '../context.ts';
import { pruneStates } from '../energy/days/pruneStates.ts';
import { type KnownDevice, readDevices } from '../installation/knownDevices.ts';
import { dayAt, localDay } from '../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { encodeBlock, type SampleColumns } from '../samples/block.ts';
import { type DayBlock, insertBlocks, newestBlocks } from '../samples/blocks.ts';
import { firstAtOrAfter, sliceColumns } from '../samples/parts.ts';
import { readRetainedFrom, retainedOf } from '../samples/retention.ts';
import { insertSamples, type Sample } from '../samples/samples.ts';
import { samplesOf } from '../samples/samplesOf.ts';
import { ingestedUntil, lockStates } from './deviceStateCache.ts';
import { type Arrival, ingestSamples } from './ingestSamples.ts';
import { dropImplausibleColumns } from './plausibility.ts';

export interface DeviceHistory {
  sn: string;
  /** In order of time, one sample per instant. */
  columns: SampleColumns;
}

/** Counts of samples, `known`: their instant was stored before; `unknown`: serial numbers of no plant. */
export interface IngestedHistory {
  stored: number;
  known: number;
  unknown: string[];
}

type HistoryContext = Pick<Context, 'sql' | 'clock' | 'nudges' | 'databaseHealth'>;

/** Samples of one transaction: hundreds of device-days, a few megabytes. */
const BATCH_SAMPLES = 60_000;

/**
 * Ingests histories. Past days after all stored samples of a device are packed at once; other samples become hot rows and
 * are sealed later. Each transaction leaves whole days behind, so an interrupted history can simply be sent again.
 */
export async function ingestHistory(
  context: HistoryContext,
  histories: readonly DeviceHistory[],
): Promise<IngestedHistory> {
  const result: IngestedHistory = { stored: 0, known: 0, unknown: [] };
  const devices = await readDevices(context.sql, [...new Set(histories.map(({ sn }) => sn))]);
  const todayMs = context.clock.now().getTime();
  for (const batch of batchesOf(histories, devices, result.unknown)) {
    const trouble = context.databaseHealth.now();
    if (trouble) throw new Error(`Nothing can be stored now: ${trouble}.`);
    const count = batch.reduce((sum, { columns }) => sum + columns.atMs.length, 0);
    const stored = await context.sql.begin((tx) => ingestBatch(tx, batch, todayMs));
    result.stored += stored;
    await pruneStates(context.sql, batch.map(daysOf));
    result.known += count - stored;
    context.nudges.publish(batch.map(({ device }) => device.sid));
  }
  return result;
}

interface Piece {
  device: KnownDevice;
  columns: SampleColumns;
}

const daysOf = ({ device: { sid, sn, timeZone }, columns: { atMs } }: Piece) => ({
  sid,
  sn,
  fromDay: localDay(atMs[0]!, timeZone),
  toDay: localDay(atMs.at(-1)!, timeZone),
});

/** Yields batches of pieces that end with a local day, in the order given, at most one piece of a device in a batch. */
function* batchesOf(
  histories: readonly DeviceHistory[],
  devices: ReadonlyMap<string, KnownDevice>,
  unknown: string[],
): Generator<Piece[]> {
  let batch = new Map<string, Piece>();
  let count = 0;
  for (const { sn, columns } of histories) {
    const device = devices.get(sn);
    if (!device) {
      unknown.push(sn);
      continue;
    }
    const { atMs } = columns;
    for (let from = 0; from < atMs.length; ) {
      const removed = device.removed.find(([fromMs, toMs]) => atMs[from]! >= fromMs && atMs[from]! < toMs);
      if (removed) {
        from = firstAtOrAfter(atMs, removed[1]);
        continue;
      }
      let to = Math.min(atMs.length, from + BATCH_SAMPLES - count);
      // extends to the end of the day, so that no day is packed in two halves
      if (to < atMs.length) to = firstAtOrAfter(atMs, dayAt(atMs[Math.max(from, to - 1)]!, device.timeZone).endMs);
      for (const [fromMs] of device.removed) if (fromMs > atMs[from]!) to = Math.min(to, firstAtOrAfter(atMs, fromMs));
      if (batch.has(sn) || count >= BATCH_SAMPLES) {
        yield [...batch.values()];
        batch = new Map();
        count = 0;
        continue;
      }
      const piece = sliceColumns(columns, from, to);
      batch.set(sn, { device, columns: { ...piece, values: dropImplausibleColumns(piece.values, device.source) } });
      count += to - from;
      from = to;
    }
  }
  if (batch.size > 0) yield [...batch.values()];
}

/** Returns the number of samples stored. */
async function ingestBatch(tx: Transaction, pieces: readonly Piece[], nowMs: number): Promise<number> {
  const states = await lockStates(
    tx,
    pieces.map(({ device: { sid, sn } }) => ({ sid, sn })),
    null,
  );
  const retainedFrom = await readRetainedFrom(tx);
  const newest = await newestBlocks(
    tx,
    pieces.map(({ device: { sid, sn } }) => ({ sid, sn })),
  );
  const blocks: DayBlock[] = [];
  const hot: Sample[] = [];
  const arrivals: Arrival[] = [];
  for (const { device, columns } of pieces) {
    const { sid, sn, timeZone, produces } = device;
    const { atMs } = columns;
    const state = states.get(sn);
    const untilMs = state ? ingestedUntil(state, produces) : null;
    const untilDay = untilMs === null ? null : localDay(untilMs, timeZone);
    const follows = untilMs === null || atMs[0]! > untilMs;
    arrivals.push({ device, samples: samplesOf(device, columns, !follows), written: follows });
    if (!follows) continue;
    const today = localDay(nowMs, timeZone);
    for (let from = 0; from < atMs.length; ) {
      const { day, endMs } = dayAt(atMs[from]!, timeZone);
      const to = firstAtOrAfter(atMs, endMs);
      const part = sliceColumns(columns, from, to);
      // A day that is partly stored, and the current one, are sealed later; so is a day with a block from another time
      // zone: sealing keeps blocks from overlapping.
      if (day === untilDay || day >= today || day <= (newest.get(sn) ?? '')) hot.push(...samplesOf(device, part, true));
      else {
        const block = retainedOf({ sid, sn, day, ...encodeBlock(part) }, retainedFrom);
        if (block) blocks.push(block);
      }
      from = to;
    }
  }
  const ingested = await ingestSamples(tx, arrivals, nowMs);
  const missing = new Set(ingested.missing);
  await insertBlocks(
    tx,
    blocks.filter(({ sn }) => !missing.has(sn)),
  );
  await insertSamples(
    tx,
    hot.filter(({ sn }) => !missing.has(sn)),
  );
  return ingested.stored.size;
}
