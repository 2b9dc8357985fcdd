// Other servers and open pages hear that a plant is no more what it was, and sums over plants are brought up to date.
import type { Transaction } from './connect.ts';
import { markDirty } from './markDirty.ts';

/** Says that a plant was changed or deleted, or who may see it; the payload is its sid. */
export const SITE_CHANNEL = 'heliograph_site';

export async function notifySite(sql: Transaction, sid: string | undefined): Promise<void> {
  if (sid === undefined) return;
  await sql`select pg_notify(${SITE_CHANNEL}, ${sid})`;
  await markDirty(sql, sid);
}
