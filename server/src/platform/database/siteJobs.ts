// Work that a change of a plant leaves behind: written in the transaction of the change, told to all servers by its commit.
import type { SiteJobKind } from '@heliograph/contract/siteJobs.ts';
import type { Sql, Transaction } from './connect.ts';

/** Every server listens here; a message is `kind sid`, or of a file `file user id` (userFiles.ts). */
export const JOBS_CHANNEL = 'heliograph_jobs';

/** Asked for again while it is under way, it starts over afterwards: the last change is the one that stays. */
export async function enqueueJob(sql: Sql | Transaction, sid: string, kind: SiteJobKind, at: Date): Promise<void> {
  await sql`
    insert into site_jobs as j (sid, kind, started_at) values (${sid}, ${kind}, ${at})
    on conflict (sid, kind) do update set asked = j.asked + 1`;
  await sql`select pg_notify(${JOBS_CHANNEL}, ${`${kind} ${sid}`})`;
}

export interface SiteJob {
  kind: SiteJobKind;
  done: number;
  /** Null until it is counted. */
  total: number | null;
  startedAt: Date;
}

/** What is under way for a site that was found among the visible ones. */
export async function jobsOf(sql: Transaction, sid: string): Promise<SiteJob[]> {
  return await sql<SiteJob[]>`
    select kind, done, total, started_at from site_jobs where sid = ${sid} and kind <> 'removeHistory' order by started_at, kind`;
}
