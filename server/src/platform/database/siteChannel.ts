// Notifies other servers and open pages that a plant has changed, and updates sums over plants.
import type { Transaction } from './connect.ts';
import { markDirty } from './markDirty.ts';

/** Channel for plants that were changed or deleted, or whose access changed; the payload is the sid. */
export const SITE_CHANNEL = 'heliograph_site';

export async function notifySite(sql: Transaction, sid: string | undefined): Promise<void> {
  if (sid === undefined) return;
  await sql`select pg_notify(${SITE_CHANNEL}, ${sid})`;
  await markDirty(sql, sid);
}
