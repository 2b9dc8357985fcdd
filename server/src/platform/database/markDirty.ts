// Marks a plant whose devices or readers changed, so that sums over plants are updated (fleet/rollupCounts.ts).
import type { Sql, Transaction } from './connect.ts';

/** Number of statements sent before awaiting the first answer. */
const PIPELINED = 100;

export async function markDirty(sql: Sql | Transaction, plants: string | readonly string[]): Promise<void> {
  const sids = typeof plants === 'string' ? [plants] : plants;
  for (let from = 0; from < sids.length; from += PIPELINED)
    await Promise.all(sids.slice(from, from + PIPELINED).map((sid) => sql`select mark_counted(${sid})`.execute()));
}
