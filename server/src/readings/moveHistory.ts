// Removes samples from a device's history, restores them, or moves them to another plant, a few days at a time; then recomputes all its days.
import type { Context } from '../context.ts';
import { recomputeDeviceDays, recomputeSite } from '../energy/days/recomputeSite.ts';
import { ingestHistory } from '../ingest/ingestHistory.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import type { SiteWork } from '../platform/siteWork.ts';
import { countRemoved, deletePiece, firstPiece, removeSamples, restorePiece } from '../samples/removed.ts';
import { removeDays, restoreDays } from './removedDays.ts';

interface Removal {
  sid: string;
  sn: string;
  removal: string;
  fromMs: number;
  toMs: number;
  state: 'removing' | 'restoring' | 'gone';
  /** Plant that gets the samples; null: none. */
  movedTo: string | null;
}

/** How long removed samples can be restored. */
export const RESTORE_DAYS = 30;
/** Days of one transaction: a day of one-second samples has several megabytes. */
const BATCH_DAYS = 7;
const DAY_MS = 86_400_000;

type MoveContext = Pick<Context, 'sql' | 'log' | 'nudges' | 'clock' | 'databaseHealth'>;

export async function moveHistory(context: MoveContext, work: SiteWork): Promise<void> {
  for (;;) {
    const [next] = await context.sql<Removal[]>`
      select sid, sn, id::text as removal, state, moved_to, (extract(epoch from from_at) * 1000)::int8 as from_ms,
        (extract(epoch from to_at) * 1000)::int8 as to_ms
      from history_removals
      where sid = ${work.sid} and (state in ('removing', 'restoring') or state = 'gone' and moved_to is not null)
      order by removed_at, id limit 1`;
    if (!next) break;
    if (next.state === 'gone') await handOver(context, next, work);
    else if (next.state === 'removing') await remove(context, next, work);
    else await restore(context, next, work);
  }
  await recomputeSite(context, work);
}

async function remove({ sql }: MoveContext, removal: Removal, work: SiteWork): Promise<void> {
  const { sid, sn, fromMs, toMs } = removal;
  await work.count(Math.ceil((toMs - fromMs) / DAY_MS));
  // Samples that are sealed meanwhile are found by a further pass.
  for (let moved = true, pass = 1; moved; pass++) {
    moved = false;
    for (let startMs = fromMs; startMs < toMs; startMs += BATCH_DAYS * DAY_MS) {
      const endMs = Math.min(toMs, startMs + BATCH_DAYS * DAY_MS);
      const count = await sql.begin(async (tx) => {
        await lockDevice(tx, removal);
        const removed = await removeSamples(tx, removal, { sid, sn, fromMs: startMs, toMs: endMs });
        if (removed > 0)
          await tx`update history_removals set samples = samples + ${removed} where sid = ${sid} and sn = ${sn} and id = ${removal.removal}`;
        await work.step(tx, pass === 1 ? Math.ceil((endMs - startMs) / DAY_MS) : 0);
        return removed;
      });
      moved ||= count > 0;
    }
  }
  // What moves cannot be restored, not even before it has arrived.
  await finish(sql, removal, work, removal.movedTo === null ? 'removed' : 'gone');
}

/** Ingests removed samples in the plant that the device moved to; repeated after an interruption, it stores none twice. */
async function handOver(context: MoveContext, removal: Removal, work: SiteWork): Promise<void> {
  const { sql } = context;
  const { sid, sn, removal: id, movedTo } = removal;
  await work.count(await sql.begin((tx) => countRemoved(tx, removal)));
  for (;;) {
    const next = await firstPiece(sql, removal);
    if (!next) break;
    const [number] = await sql<{ sid: string | null }[]>`select sid from serial_numbers where sn = ${sn}`;
    const isThere = number?.sid === movedTo;
    const { unknown } = isThere ? await ingestHistory(context, [{ sn, columns: next.columns }]) : { unknown: [sn] };
    // It left that plant in the meantime: what has not arrived can be restored.
    if (unknown.length > 0) {
      await sql`
        update history_removals set state = 'removed', moved_to = null where sid = ${sid} and sn = ${sn} and id = ${id}`;
      return;
    }
    await sql.begin(async (tx) => {
      await deletePiece(tx, removal, next.piece);
      await work.step(tx, 1);
    });
  }
  await sql.begin(async (tx) => {
    await tx`delete from removed_days where sid = ${sid} and sn = ${sn} and removal = ${id}`;
    await tx`update history_removals set moved_to = null where sid = ${sid} and sn = ${sn} and id = ${id}`;
    await work.step(tx, 0);
  });
}

async function restore({ sql }: MoveContext, removal: Removal, work: SiteWork): Promise<void> {
  await work.count(await sql.begin((tx) => countRemoved(tx, removal)));
  for (let more = true; more; ) {
    more = await sql.begin(async (tx) => {
      await lockDevice(tx, removal);
      const restored = await restorePiece(tx, removal);
      await work.step(tx, restored === null ? 0 : 1);
      return restored !== null;
    });
  }
  await finish(sql, removal, work, 'restored');
}

async function finish(
  sql: Sql,
  removal: Removal,
  work: SiteWork,
  state: 'removed' | 'restored' | 'gone',
): Promise<void> {
  const { sid, sn } = removal;
  await sql.begin(async (tx) => {
    await lockDevice(tx, removal);
    if (state === 'restored') await restoreDays(tx, removal);
    else await removeDays(tx, removal);
    await recomputeDeviceDays(tx, removal);
    await tx`update history_removals set state = ${state} where sid = ${sid} and sn = ${sn} and id = ${removal.removal} and state = ${removal.state}`;
    await work.step(tx, 0);
  });
}

/** Locks the device as reports do: nothing is aggregated meanwhile. */
async function lockDevice(tx: Transaction, { sid, sn }: Removal): Promise<void> {
  await tx`select sn from device_live where sid = ${sid} and sn = ${sn} for update`;
}
