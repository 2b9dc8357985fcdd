// Announced numbers that do not join their plant at once: each waits, and joins it after a week if it can and nobody objects.
import { textArray } from '../../platform/database/arrays.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';

const DAY_MS = 86_400_000;
/** Time in which those who know the device can object. */
export const OBJECTION_DAYS = 7;

/** Returns which of these numbers the plant has requested before. */
export async function requestedNumbers(
  sql: Sql | Transaction,
  sid: string,
  sns: readonly string[],
): Promise<Set<string>> {
  const rows = await sql<{ sn: string }[]>`
    select sn from claim_requests where sid = ${sid} and sn in (select unnest(${textArray(sns)}::text::text[]))`;
  return new Set(rows.map(({ sn }) => sn));
}

/** Stores a request for each number, the same whatever is known of the number. */
export async function requestNumbers(
  tx: Transaction,
  { sid, sn, at }: { sid: string; sn: string; at: Date },
  sns: readonly string[],
): Promise<void> {
  if (sns.length === 0) return;
  const dueAt = new Date(at.getTime() + OBJECTION_DAYS * DAY_MS);
  await tx`
    insert into claim_requests (sid, sn, gateway_sn, asked_at, due_at)
    select ${sid}, g.sn, ${sn}, ${at}::timestamptz, ${dueAt}::timestamptz
    from (select unnest(${textArray(sns)}::text::text[]) as sn) g on conflict do nothing`;
}
