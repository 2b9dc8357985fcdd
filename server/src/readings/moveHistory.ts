// Removes samples from a device's history, or restores them, a few days at a time; then recomputes all its days.
import type { Context } from '../context.ts';
import { recomputeDeviceDays, recomputeSite } from '../energy/days/recomputeSite.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import type { SiteWork } from '../platform/siteWork.ts';
import { countRemoved, removeSamples, restorePiece } from '../samples/removed.ts';
import { removeDays, restoreDays } from './removedDays.ts';

interface Removal {
  sid: string;
  sn: string;
  removal: string;
  fromMs: number;
  toMs: number;
  state: 'removing' | 'restoring';
}

/** How long removed samples can be restored. */
export const RESTORE_DAYS = 30;
/** Days of one transaction: a day of one-second samples has several megabytes. */
const BATCH_DAYS = 7;
const DAY_MS = 86_400_000;

type MoveContext = Pick<Context, 'sql' | 'log' | 'nudges'>;

export async function moveHistory(context: MoveContext, work: SiteWork): Promise<void> {
  for (;;) {
    const [next] = await context.sql<Removal[]>`
      select sid, sn, id::text as removal, state, (extract(epoch from from_at) * 1000)::int8 as from_ms,
        (extract(epoch from to_at) * 1000)::int8 as to_ms
      from history_removals where sid = ${work.sid} and state in ('removing', 'restoring') order by removed_at, id limit 1`;
    if (!next) break;
    if (next.state === 'removing') await remove(context, next, work);
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
  await finish(sql, removal, work, 'removed');
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

async function finish(sql: Sql, removal: Removal, work: SiteWork, state: 'removed' | 'restored'): Promise<void> {
  const { sid, sn } = removal;
  await sql.begin(async (tx) => {
    await lockDevice(tx, removal);
    if (state === 'removed') await removeDays(tx, removal);
    else await restoreDays(tx, removal);
    await recomputeDeviceDays(tx, removal);
    await tx`update history_removals set state = ${state} where sid = ${sid} and sn = ${sn} and id = ${removal.removal} and state = ${removal.state}`;
    await work.step(tx, 0);
  });
}

/** Locks the device as reports do: nothing is aggregated meanwhile. */
async function lockDevice(tx: Transaction, { sid, sn }: Removal): Promise<void> {
  await tx`select sn from device_live where sid = ${sid} and sn = ${sn} for update`;
}
