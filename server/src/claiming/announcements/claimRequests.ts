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

/** Ends an open request of the plant; false: there is none. */
export async function withdrawClaim(
  sql: Transaction,
  { sid, sn, at }: { sid: string; sn: string; at: Date },
): Promise<boolean> {
  const { count } = await sql`
    update claim_requests set ended_at = ${at} where sid = ${sid} and sn = ${sn} and ended_at is null`;
  return count > 0;
}

interface ClaimToAnswer {
  id: string;
  sn: string;
  companyName: string;
  askedAt: Date;
  dueAt: Date;
  total: number;
}

/** Returns the open requests for numbers that the session has in stock, or entered as an administrator. */
export async function claimsToAnswer(
  sql: Transaction,
  { size, num }: { size: number; num: number },
  at: Date,
): Promise<ClaimToAnswer[]> {
  return await sql<ClaimToAnswer[]>`
    select id, sn, company_name, asked_at, due_at, total from claim_requests_to_answer(${at}, ${size}, ${size * num})`;
}

/** Refuses the request, or makes it due with the number's history. False: the session may not answer it, or it is not open. */
export async function answerClaim(
  sql: Transaction,
  { id, sn, accepts }: { id: string; sn: string; accepts: boolean },
  at: Date,
): Promise<boolean> {
  const [row] = await sql<{ isAnswered: boolean }[]>`
    select answer_claim_request(${id}, ${sn}, ${accepts}, ${at}) as is_answered`;
  return row!.isAnswered;
}
