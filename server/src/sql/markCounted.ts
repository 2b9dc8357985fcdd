// Says that a plant, its devices or who sees it were changed, so that sums over plants are brought up to date (jobs/foldFleet.ts).
import type { Sql, Transaction } from '../db/connect.ts';

export async function markCounted(sql: Sql | Transaction, sid: string): Promise<void> {
  await sql`select mark_counted(${sid})`;
}
