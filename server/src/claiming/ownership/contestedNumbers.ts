// Claims of others for the numbers of a plant, and the plant's answers: its people learn that somebody claims a device, not who.
import { OWNERSHIP_ANSWER_DAYS, type OwnershipKind } from '@heliograph/contract/ownership.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { Proof } from './ownershipClaims.ts';

interface ContestedNumber {
  id: string;
  sn: string;
  kind: OwnershipKind;
  claimedAt: Date;
}

/** Returns the open claims of other plants for numbers of the plant that the transaction reads, the oldest first. */
export async function contestedNumbers(sql: Transaction): Promise<ContestedNumber[]> {
  return await sql<ContestedNumber[]>`select id, sn, kind, claimed_at from contested_numbers()`;
}

const DAY_MS = 86_400_000;

/** Returns the deadline for an answer that was requested at `askedAt`. */
export const answerUntil = (askedAt: Date): Date => new Date(askedAt.getTime() + OWNERSHIP_ANSWER_DAYS * DAY_MS);

interface StoredAnswer {
  claim: string;
  askedAt: Date;
  answeredAt: Date | null;
  agrees: boolean;
  text: string;
  files: number;
}

/** Returns what the plant was asked and answered, by claim. */
export async function answersOf(sql: Transaction, sid: string): Promise<Map<string, StoredAnswer>> {
  const rows = await sql<StoredAnswer[]>`
    select a.claim, a.asked_at, a.answered_at, a.agrees, a.text,
      (select count(position)::int from ownership_proofs p where p.sid = a.sid and p.claim = a.claim) as files
    from ownership_answers a where a.sid = ${sid}`;
  return new Map(rows.map((row) => [row.claim, row]));
}

interface NewAnswer {
  sid: string;
  id: string;
  agrees: boolean;
  text: string;
  at: Date;
  userId: number;
}

/** Stores the plant's answer in place of an earlier one; the plant is locked. */
export async function storeAnswer(
  sql: Transaction,
  { sid, id, agrees, text, at, userId }: NewAnswer,
  proofs: readonly Proof[],
): Promise<void> {
  await sql`
    insert into ownership_answers (sid, claim, asked_at, answered_at, agrees, text, user_id)
    values (${sid}, ${id}, ${at}, ${at}, ${agrees}, ${text}, ${userId})
    on conflict (sid, claim) do update set answered_at = excluded.answered_at, agrees = excluded.agrees, text = excluded.text,
      user_id = excluded.user_id`;
  await sql`delete from ownership_proofs where sid = ${sid} and claim = ${id}`;
  await storeProofs(sql, { sid, id }, proofs);
}

/** Stores the files of one side of a claim. */
export async function storeProofs(
  sql: Transaction,
  { sid, id }: { sid: string; id: string },
  proofs: readonly Proof[],
): Promise<void> {
  for (const [position, { type, bytes }] of proofs.entries())
    await sql`
      insert into ownership_proofs (sid, claim, position, type, bytes)
      values (${sid}, ${id}, ${position}, ${type}, decode(${bytes.toString('hex')}, 'hex'))`;
}
