// What was kept while its number belonged to no plant is taken again, as a job, once the number is registered.
import type { Context } from '../../context.ts';
import { parseRaw } from '../../families/families.ts';
import type { Reading } from '../../families/family.ts';
import { readDevices } from '../../installation/knownDevices.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { enqueueJob } from '../../platform/database/siteJobs.ts';
import type { SiteWork } from '../../platform/siteWork.ts';
import { type IngestContext, ingestBatch, TRIES } from '../ingestReports.ts';
import { LocationChanged } from '../ingestSamples.ts';
import { storeUnclaimed, type UnclaimedReport } from './unclaimedReports.ts';

/** In the transaction that registers numbers: what was kept of them follows as a job, if there is any. */
export async function enqueueReplay(tx: Transaction, sid: string, sns: readonly string[], at: Date): Promise<void> {
  const [kept] = await tx`
    select from raw_reports where sn in (select unnest(${textArray(sns)}::text::text[]))
      and (reason is null or reason = 'restricted') limit 1`;
  if (kept) await enqueueJob(tx, sid, 'takeKept', at);
}

/** Finds plants with kept reports of their numbers: registrations that another program made. Gives how many. */
export async function findReplayable({ sql, clock }: Pick<Context, 'sql' | 'clock'>): Promise<number> {
  const rows = await sql<{ sid: string }[]>`
    select distinct n.sid from raw_reports r join serial_numbers n on n.sn = r.sn
    where n.sid is not null and n.restricted_at is null and (r.reason is null or r.reason = 'restricted') limit 200`;
  for (const { sid } of rows) await enqueueJob(sql, sid, 'takeKept', clock.now());
  return rows.length;
}

/** Takes what is kept of a plant's numbers; reports that come meanwhile are taken as ever, whichever is first. */
export async function replaySite(context: IngestContext, work: SiteWork): Promise<void> {
  const { sql } = context;
  const numbers = await sql<{ sn: string; reports: number }[]>`
    select n.sn, count(*) as reports from serial_numbers n join raw_reports r on r.sn = n.sn
    where n.sid = ${work.sid} and n.restricted_at is null and (r.reason is null or r.reason = 'restricted')
    group by n.sn order by n.sn`;
  await work.count(numbers.reduce((sum, { reports }) => sum + reports, 0));
  for (const { sn } of numbers) {
    for (let taken = 1; taken > 0; ) {
      taken = await repeatIfMoved(() =>
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

/** The device's days were exchanged between reading the device and locking it: it is read again. */
async function repeatIfMoved(take: () => Promise<number>): Promise<number> {
  for (let tries = 1; ; tries++) {
    try {
      return await take();
    } catch (error) {
      if (tries >= TRIES || !(error instanceof LocationChanged)) throw error;
    }
  }
}

/** Reports a transaction: some ten milliseconds in which their device waits. */
const REPORTS_AT_ONCE = 500;

/**
 * Takes again the reports that were kept while a number belonged to no plant, the oldest first and some hundred at most;
 * call it in a transaction that has locked the number. Gives how many were taken.
 */
export async function replayReports(tx: Transaction, context: IngestContext, sn: string): Promise<number> {
  const rows = await tx<{ id: number; receivedAt: Date; path: string; body: Buffer; address: string }[]>`
    delete from raw_reports where id in (
      select id from raw_reports where sn = ${sn} and (reason is null or reason = 'restricted')
      order by received_at, id limit ${REPORTS_AT_ONCE} for update
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
  const told = readings.map((reading) => {
    const plant = reading.gateway === null ? undefined : plants.get(reading.gateway);
    return plant === undefined ? reading : { ...reading, plant };
  });
  // Released or restricted meanwhile: they are kept again, as if they came now.
  const taken = await ingestBatch(tx, told, new Map(device ? [[sn, device]] : []), {
    nowMs: context.clock.now().getTime(),
    strict: false,
    known: null,
    look: true,
  });
  context.nudges.tell(taken.sids);
  return device && !device.restricted ? rows.length : 0;
}

/** Of gateways that have one: what they told before does not become the history of another plant's device. */
async function plantsOf(tx: Transaction, gateways: readonly string[]): Promise<Map<string, string>> {
  if (gateways.length === 0) return new Map();
  const rows = await tx<{ sn: string; sid: string }[]>`
    select sn, sid from serial_numbers where sid is not null and sn in (select unnest(${textArray(gateways)}::text::text[]))`;
  return new Map(rows.map(({ sn, sid }) => [sn, sid]));
}
