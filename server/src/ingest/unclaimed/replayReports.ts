// Replays the reports stored while a serial number belonged to no plant, as a job, once the number is registered.
import type { Context } from '../../context.ts';
import { parseRaw } from '../../families/families.ts';
import type { Reading } from '../../families/family.ts';
import { readDevices } from '../../installation/knownDevices.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { setRlsNumbers } from '../../platform/database/rlsSettings.ts';
import { enqueueJob } from '../../platform/database/siteJobs.ts';
import type { SiteWork } from '../../platform/siteWork.ts';
import { type IngestContext, ingestBatch, MAX_ATTEMPTS } from '../ingestReports.ts';
import { LocationChanged } from '../ingestSamples.ts';
import { storeUnclaimed, type UnclaimedReport } from './unclaimedReports.ts';

/** Enqueues a replay if reports of the numbers are stored; to be called in the transaction that registers them. */
export async function enqueueReplay(tx: Transaction, sid: string, sns: readonly string[], at: Date): Promise<void> {
  setRlsNumbers(tx, sns);
  const [stored] = await tx`
    select from raw_reports where sn in (select unnest(${textArray(sns)}::text::text[]))
      and (reason is null or reason = 'restricted') limit 1`;
  if (stored) await enqueueJob(tx, sid, 'takeKept', at);
}

/** Finds plants with stored reports of their numbers, which another program registered, and enqueues their replay. Returns how many. */
export async function findReplayable({ sql, clock }: Pick<Context, 'sql' | 'clock'>): Promise<number> {
  const rows = await sql<{ sid: string }[]>`
    select distinct n.sid from raw_reports r join serial_numbers n on n.sn = r.sn
    where n.sid is not null and n.restricted_at is null and (r.reason is null or r.reason = 'restricted') limit 200`;
  for (const { sid } of rows) await enqueueJob(sql, sid, 'takeKept', clock.now());
  return rows.length;
}

/** Replays the stored reports of a plant's numbers; new reports are ingested as usual meanwhile, in any order. */
export async function replaySite(context: IngestContext, work: SiteWork): Promise<void> {
  const { sql } = context;
  const numbers = await sql<{ sn: string; reports: number }[]>`
    select n.sn, count(*) as reports from serial_numbers n join raw_reports r on r.sn = n.sn
    where n.sid = ${work.sid} and n.restricted_at is null and (r.reason is null or r.reason = 'restricted')
    group by n.sn order by n.sn`;
  await work.count(numbers.reduce((sum, { reports }) => sum + reports, 0));
  for (const { sn } of numbers) {
    for (let replayed = 1; replayed > 0; ) {
      replayed = await retryIfMoved(() =>
        sql.begin(async (tx) => {
          const [number] = await tx`
            select from serial_numbers where sn = ${sn} and sid = ${work.sid} and restricted_at is null for update`;
          const count = number ? await replayReports(tx, context, sn) : 0;
          await work.step(tx, count);
          return count;
        }),
      );
    }
  }
}

/** Retries when the device's days were replaced between reading the device and locking it. */
async function retryIfMoved(replay: () => Promise<number>): Promise<number> {
  for (let tries = 1; ; tries++) {
    try {
      return await replay();
    } catch (error) {
      if (tries >= MAX_ATTEMPTS || !(error instanceof LocationChanged)) throw error;
    }
  }
}

/** Reports of one transaction: tens of milliseconds in which their device waits. */
const BATCH_SIZE = 500;

/**
 * Ingests up to `BATCH_SIZE` of the reports stored while a number belonged to no plant, the oldest first; to be called in a
 * transaction that has locked the number. Returns how many were ingested; 0 too if the number has no plant or is restricted.
 */
export async function replayReports(tx: Transaction, context: IngestContext, sn: string): Promise<number> {
  const rows = await tx<{ id: number; receivedAt: Date; path: string; body: Buffer; address: string }[]>`
    delete from raw_reports where id in (
      select id from raw_reports where sn = ${sn} and (reason is null or reason = 'restricted')
      order by received_at, id limit ${BATCH_SIZE} for update
    ) returning id, received_at, path, body, address`;
  if (rows.length === 0) return 0;
  const readings: Reading[] = [];
  const unreadable: UnclaimedReport[] = [];
  for (const { receivedAt, ...raw } of rows.toSorted((left, right) => left.id - right.id)) {
    const reading = parseRaw(raw, receivedAt, sn);
    if ('rejected' in reading) unreadable.push({ sn, at: receivedAt, raw, reason: reading.rejected });
    else readings.push(reading);
  }
  await storeUnclaimed(tx, unreadable);
  const device = (await readDevices(tx, [sn])).get(sn);
  const plants = await plantsOf(tx, [...new Set(readings.flatMap(({ gateway }) => gateway ?? []))]);
  const attributed = readings.map((reading) => {
    const plant = reading.gateway === null ? undefined : plants.get(reading.gateway);
    return plant === undefined ? reading : { ...reading, plant };
  });
  // If the number was released or restricted meanwhile, they are stored as unclaimed again, as if they arrived now.
  const ingested = await ingestBatch(tx, attributed, new Map(device ? [[sn, device]] : []), {
    nowMs: context.clock.now().getTime(),
    strict: false,
    known: null,
    lockFirst: true,
  });
  context.nudges.publish(ingested.sids);
  return device && !device.restricted ? rows.length : 0;
}

/** Returns the plants of gateways that have one: a gateway's earlier reports do not become the history of another plant's device. */
async function plantsOf(tx: Transaction, gateways: readonly string[]): Promise<Map<string, string>> {
  if (gateways.length === 0) return new Map();
  const rows = await tx<{ sn: string; sid: string }[]>`
    select sn, sid from serial_numbers where sid is not null and sn in (select unnest(${textArray(gateways)}::text::text[]))`;
  return new Map(rows.map(({ sn, sid }) => [sn, sid]));
}
