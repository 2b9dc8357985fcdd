// Moves a device, and the devices attached to it, to the plant whose ownership claim was accepted; a job moves their history.
import { randomUUID } from 'node:crypto';
import { type LockedSite, lockEditableSite } from '../../access/lockSite.ts';
import type { CallContext } from '../../context.ts';
import { enqueueReplay } from '../../ingest/unclaimed/replayReports.ts';
import { dayStartMs, localDay } from '../../platform/calendar/rules/localDays.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { beginChange, setRlsNumbers } from '../../platform/database/rlsSettings.ts';
import { enqueueJob } from '../../platform/database/siteJobs.ts';
import { spanOfSamples } from '../../samples/samples.ts';
import { childrenOf, claimDevices, releaseDevices } from '../claimDevices.ts';

export interface HistoryChoice {
  /** The whole history stays. */
  withoutHistory: boolean;
  /** First day that moves, in the time zone of the plant that had the device; undefined: all of it moves. */
  since?: string | undefined;
}

interface Places {
  sn: string;
  /** Plant that gets the device. */
  to: string;
  /** Plant that has it; null: none. */
  from: string | null;
}

/** Locks both plants in one order, so that concurrent moves never deadlock. Returns the one that has the device. */
export async function lockPlants(
  { sql, session }: Pick<CallContext, 'sql' | 'session'>,
  { to, from }: Omit<Places, 'sn'>,
): Promise<{ claimant: LockedSite; holder: LockedSite | undefined }> {
  const locked = new Map<string, LockedSite>();
  for (const sid of new Set([to, from].filter((each) => each !== null).toSorted()))
    locked.set(sid, await lockEditableSite(sql, session, sid));
  return { claimant: locked.get(to)!, holder: from === null ? undefined : locked.get(from) };
}

/** Moves the device and what was withheld of it; both plants are locked. Returns the numbers that moved. Refuses as claimDevices does. */
export async function moveToOwner(
  caller: CallContext,
  { sn, to, from }: Places,
  history: HistoryChoice,
  timezone: string,
): Promise<string[]> {
  const { sql, at } = caller;
  const children = from === null || from === to ? [] : await childrenIn(sql, { sid: from, sn });
  const moved = [sn, ...children];
  if (from !== to) {
    if (from !== null) {
      await beginChange(sql, from);
      const models = await modelsOf(sql, from, moved);
      await releaseDevices(sql, { sid: from, at }, moved);
      if (!history.withoutHistory)
        for (const each of moved) await moveHistory(caller, { sn: each, to, from }, { since: history.since, timezone });
      await beginChange(sql, to);
      await claim(
        caller,
        to,
        moved.map((each) => ({ sn: each, model: models.get(each)! })),
      );
    } else {
      await beginChange(sql, to);
      await claim(caller, to, [{ sn }]);
    }
    await sql`
      update devices set gateway_sn = ${sn} where sid = ${to} and sn in (select unnest(${textArray(children)}::text::text[]))`;
  }
  await beginChange(sql, to);
  setRlsNumbers(sql, moved);
  await sql`
    update raw_reports set reason = null, withheld_for = null
    where sn in (select unnest(${textArray(moved)}::text::text[])) and reason = 'unconfirmed'`;
  await enqueueReplay(sql, to, moved, at);
  return from === to ? [] : moved;
}

/** The administrator answers for the device. Its password was deleted; people of the plant issue a new one. */
const claim = (caller: CallContext, sid: string, devices: { sn: string; model?: number }[]) =>
  claimDevices(caller, sid, devices, { keepsPasswords: true, wereElsewhere: true });

async function childrenIn(sql: Transaction, device: { sid: string; sn: string }): Promise<string[]> {
  await beginChange(sql, device.sid);
  return await childrenOf(sql, device);
}

async function modelsOf(sql: Transaction, sid: string, sns: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql<{ sn: string; model: number }[]>`
    select d.sn, p.model from devices d join products p on p.id = d.product_id
    where d.sid = ${sid} and d.sn in (select unnest(${textArray(sns)}::text::text[]))`;
  return new Map(rows.map(({ sn, model }) => [sn, model]));
}

/** Clocks of servers may differ by this much: samples are at most so far ahead of the call. */
const MAX_CLOCK_SKEW_MS = 300_000;

/** The plant's people do not learn which administrator decided. */
const NOBODY = 0;

/** Has a job move the samples of a released device and recompute the days of both plants. */
async function moveHistory(
  { sql, at }: CallContext,
  { sn, to, from }: { sn: string; to: string; from: string },
  { since, timezone }: { since: string | undefined; timezone: string },
): Promise<void> {
  const span = await spanOfSamples(sql, { sid: from, sn, timeZone: timezone });
  if (!span) return;
  const start = since !== undefined && since > span.first ? since : span.first;
  const fromAt = new Date(dayStartMs(start, timezone));
  const toAt = new Date(at.getTime() + MAX_CLOCK_SKEW_MS);
  if (fromAt >= toAt) return;
  await sql`
    insert into history_removals (sid, sn, id, start_day, end_day, from_at, to_at, reason, removed_at, removed_by, moved_to)
    values (${from}, ${sn}, ${randomUUID()}, ${start}, ${localDay(toAt.getTime(), timezone)}, ${fromAt}, ${toAt}, '', ${at}, ${NOBODY}, ${to})`;
  await sql`update device_live set version = version + 1, fold = fold + 1 where sid = ${from} and sn = ${sn}`;
  await enqueueJob(sql, from, 'moveHistory', at);
}
