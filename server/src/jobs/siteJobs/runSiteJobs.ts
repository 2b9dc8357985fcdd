// Runs the jobs that changes of plants enqueue: one holder at a time, in small transactions, resuming where it stopped.
import type { SiteJobKind } from '@heliograph/contract/siteJobs.ts';
import type { Context } from '../../context.ts';
import { recomputePeaks } from '../../energy/days/dayPeaks.ts';
import { recomputeSite } from '../../energy/days/recomputeSite.ts';
import { readFlows } from '../../energy/flows/recomputeFlows.ts';
import { replaySite } from '../../ingest/unclaimed/replayReports.ts';
import { removeHistory } from '../../plants/deletion/removeHistory.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { LeaseLost, type SiteWork } from '../../platform/siteWork.ts';
import { moveHistory } from '../../readings/moveHistory.ts';

/** A holder that has not renewed its lease for this time has died or is frozen; another one continues. */
const HOLD_S = 20;
const RENEW_MS = 5_000;

const handlers: Record<SiteJobKind, (context: Context, work: SiteWork) => Promise<void>> = {
  recompute: recomputeSite,
  takeKept: replaySite,
  removeHistory,
  readFlows,
  moveHistory,
  findPeaks: recomputePeaks,
};

/**
 * Runs a job. Returns `held` when another process holds the job or held it just now, `gone` when there is nothing to do.
 * Rethrows the job's error; the job is then free for the next attempt.
 */
export async function runSiteJob(
  context: Context,
  { sid, kind }: { sid: string; kind: SiteJobKind },
  signal?: AbortSignal,
): Promise<'done' | 'held' | 'gone'> {
  const { sql } = context;
  for (;;) {
    const [hold] = await sql<{ fence: number; asked: number }[]>`
      update site_jobs set fence = fence + 1, held_until = now() + make_interval(secs => ${HOLD_S}), done = 0, total = null
      where sid = ${sid} and kind = ${kind} and (held_until is null or held_until < now()) returning fence, asked`;
    if (!hold) {
      const [other] = await sql`select from site_jobs where sid = ${sid} and kind = ${kind}`;
      return other ? 'held' : 'gone';
    }
    const work = workOf(context, sid, kind, hold.fence, signal);
    try {
      await handlers[kind](context, work);
      const { count } = await sql`
        delete from site_jobs where sid = ${sid} and kind = ${kind} and fence = ${hold.fence} and asked = ${hold.asked}`;
      context.nudges.publish([sid]);
      if (count === 1) return 'done';
      // Requested again meanwhile, or taken over.
      await release(context, sid, kind, hold.fence);
    } catch (error) {
      if (error instanceof LeaseLost) return signal?.aborted ? 'held' : 'gone';
      throw error;
    } finally {
      await release(context, sid, kind, hold.fence).catch(() => {});
    }
  }
}

function workOf(context: Context, sid: string, kind: SiteJobKind, fence: number, signal?: AbortSignal): SiteWork {
  const { sql } = context;
  let renewedAtMs = performance.now();
  const requireHeld = (count: number): void => {
    if (count === 0 || signal?.aborted) throw new LeaseLost();
    renewedAtMs = performance.now();
  };
  return {
    sid,
    async hold() {
      if (signal?.aborted) throw new LeaseLost();
      if (performance.now() - renewedAtMs < RENEW_MS) return;
      const { count } = await sql`
        update site_jobs set held_until = now() + make_interval(secs => ${HOLD_S})
        where sid = ${sid} and kind = ${kind} and fence = ${fence}`;
      requireHeld(count);
    },
    async step(tx: Transaction, done: number) {
      const { count } = await tx`
        update site_jobs set done = done + ${done}, held_until = clock_timestamp() + make_interval(secs => ${HOLD_S})
        where sid = ${sid} and kind = ${kind} and fence = ${fence}`;
      requireHeld(count);
    },
    async count(total: number) {
      const { count } = await sql`
        update site_jobs set total = done + ${total} where sid = ${sid} and kind = ${kind} and fence = ${fence}`;
      requireHeld(count);
      context.nudges.publish([sid]);
    },
  };
}

async function release({ sql }: Context, sid: string, kind: SiteJobKind, fence: number): Promise<void> {
  await sql`update site_jobs set held_until = null where sid = ${sid} and kind = ${kind} and fence = ${fence}`;
}

/** Runs all jobs, one after the other: for command-line tools and tests, which run no queue. */
export async function runSiteJobs(context: Context): Promise<void> {
  const jobs = await context.sql<{ sid: string; kind: SiteJobKind }[]>`
    select sid, kind from site_jobs order by started_at, sid, kind`;
  for (const job of jobs) await runSiteJob(context, job);
}
