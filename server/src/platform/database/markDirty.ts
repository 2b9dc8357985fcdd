// Marks a plant whose devices or readers changed, so that sums over plants are updated (fleet/rollupCounts.ts).
import type { Sql, Transaction } from './connect.ts';

/** Sent together, before the first is answered. */
const AT_ONCE = 100;

export async function markDirty(sql: Sql | Transaction, given: string | readonly string[]): Promise<void> {
  const sids = typeof given === 'string' ? [given] : given;
  for (let from = 0; from < sids.length; from += AT_ONCE)
    await Promise.all(sids.slice(from, from + AT_ONCE).map((sid) => sql`select mark_counted(${sid})`.execute()));
}
