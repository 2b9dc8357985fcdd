// Background jobs that a change of a plant requires: enqueued in the transaction of the change, announced to all servers by its commit.
import type { SiteJobKind } from '@heliograph/contract/siteJobs.ts';
import type { Sql, Transaction } from './connect.ts';

/** Channel that every server listens on; a message is `kind sid`, or for a file `file user id` (userFiles.ts). */
export const JOBS_CHANNEL = 'heliograph_jobs';

/** Enqueues a job. If it is running already, it runs again afterwards, so that the last change counts. */
export async function enqueueJob(sql: Sql | Transaction, sid: string, kind: SiteJobKind, at: Date): Promise<void> {
  await sql`
    insert into site_jobs as j (sid, kind, started_at) values (${sid}, ${kind}, ${at})
    on conflict (sid, kind) do update set asked = j.asked + 1`;
  await sql`select pg_notify(${JOBS_CHANNEL}, ${`${kind} ${sid}`})`;
}

export interface SiteJob {
  kind: SiteJobKind;
  done: number;
  /** Null until counted. */
  total: number | null;
  startedAt: Date;
}

/** Returns the pending jobs of a site; the caller must have checked that the session may see it. */
export async function jobsOf(sql: Transaction, sid: string): Promise<SiteJob[]> {
  return await sql<SiteJob[]>`
    select kind, done, total, started_at from site_jobs where sid = ${sid} and kind <> 'removeHistory' order by started_at, kind`;
}
