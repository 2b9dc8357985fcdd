// Removes what has expired: ended sessions, answered keys, old frames of strangers; a little at a time.
import type { Context } from '../context.ts';

const HOUR_MS = 3_600_000;
const KEYS_HOURS = 24;
const RAW_REPORTS_HOURS = 30 * 24;
/** Rows a statement: short locks, and reports are not kept waiting. */
const BATCH = 5_000;

export interface Swept {
  sessions: number;
  idempotencyKeys: number;
  rawReports: number;
}

/** Returns how many rows went. */
export async function sweep({ sql, clock }: Pick<Context, 'sql' | 'clock'>, batch: number = BATCH): Promise<Swept> {
  const now = clock.now();
  const before = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  return {
    sessions: await inBatches(
      () => sql`delete from sessions where id in (select id from sessions where expires_at <= ${now} limit ${batch})`,
    ),
    idempotencyKeys: await inBatches(
      () => sql`
        delete from idempotency_keys where (user_id, key) in (
          select user_id, key from idempotency_keys where created_at < ${before(KEYS_HOURS)} limit ${batch})`,
    ),
    rawReports: await inBatches(
      () => sql`
        delete from raw_reports where id in (
          select id from raw_reports where received_at < ${before(RAW_REPORTS_HOURS)} order by received_at limit ${batch})`,
    ),
  };

  async function inBatches(removeSome: () => PromiseLike<{ count: number }>): Promise<number> {
    for (let removed = 0; ; ) {
      const { count } = await removeSome();
      removed += count;
      if (count < batch) return removed;
    }
  }
}
