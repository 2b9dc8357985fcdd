// Ownership claims: people prove that a device is theirs, and an administrator decides.
import { ApiError } from '@heliograph/contract/errors.ts';
import { MAX_OWNERSHIP_CLAIMS } from '@heliograph/contract/limits.ts';
import type { OwnershipKind } from '@heliograph/contract/ownership.ts';
import type { Session } from '../../context.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { storeProofs } from './contestedNumbers.ts';

/** A file as it is stored. */
export interface Proof {
  type: 'image/webp' | 'application/pdf';
  bytes: Buffer;
}

/** Company of the session, negative, or its user without one: whose open claims count together, as in seen_by. */
const accountOf = ({ scope, companyId, userId }: Session): number => (scope === 'branch' ? -companyId : userId);

/** Checks that the account may claim this number for the plant. Refuses with ownershipClaimOpen and ownershipClaimsFull. */
export async function checkOpenClaims(sql: Transaction, { sid, sn }: { sid: string; sn: string }): Promise<void> {
  const [open] = await sql<{ total: number; ofNumber: number }[]>`select * from open_ownership_claims(${sn})`;
  // Owner and installer of a plant are two accounts.
  const [ofPlant] = await sql`
    select from ownership_claims where sid = ${sid} and sn = ${sn} and decided_at is null`;
  if (ofPlant || open!.ofNumber > 0) throw new ApiError('ownershipClaimOpen', { sn });
  if (open!.total >= MAX_OWNERSHIP_CLAIMS) throw new ApiError('ownershipClaimsFull', { most: MAX_OWNERSHIP_CLAIMS });
}

interface NewClaim {
  sid: string;
  id: string;
  sn: string;
  kind: OwnershipKind;
  reason: string;
  at: Date;
}

/** Stores a claim; the plant is locked. Refuses as `checkOpenClaims` does. */
export async function storeClaim(
  sql: Transaction,
  session: Session,
  { sid, id, sn, kind, reason, at }: NewClaim,
  proofs: readonly Proof[],
): Promise<void> {
  const account = accountOf(session);
  // Serialized, so that the second of two concurrent claims counts the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ownership claims of ${account}`}, 0))`;
  await checkOpenClaims(sql, { sid, sn });
  await sql`
    insert into ownership_claims (sid, id, sn, account, user_id, kind, reason, claimed_at)
    values (${sid}, ${id}, ${sn}, ${account}, ${session.userId}, ${kind}, ${reason}, ${at})`;
  await storeProofs(sql, { sid, id }, proofs);
}

/** Deletes an open claim of the plant with its proof and returns its number; undefined: there is none. */
export async function withdrawOwnershipClaim(
  sql: Transaction,
  { sid, id }: { sid: string; id: string },
): Promise<string | undefined> {
  const [claim] = await sql<{ sn: string }[]>`
    delete from ownership_claims where sid = ${sid} and id = ${id} and decided_at is null returning sn`;
  if (claim) await sql`delete from ownership_proofs where sid = ${sid} and claim = ${id}`;
  return claim?.sn;
}

export interface ClaimToDecide {
  id: string;
  sid: string;
  sn: string;
  siteName: string;
  companyName: string;
  isConfirmed: boolean;
  email: string;
  kind: OwnershipKind;
  reason: string;
  claimedAt: Date;
  proofs: Proof['type'][];
  /** Plant that has the number; null: none. */
  holderSid: string | null;
  holderSite: string;
  holderCompany: string;
  holderSince: Date | null;
  /** When the people of that plant were asked; null: not yet, or the claim is the plant's own. */
  askedAt: Date | null;
  answeredAt: Date | null;
  agrees: boolean;
  answer: string;
  answerProofs: Proof['type'][];
  firstSeenAt: Date | null;
  lastSeenAt: Date | null;
  network: string;
  stockCompany: string;
  restricted: boolean;
  attached: number;
  withheld: number;
  total: number;
}

/** Returns open claims, the oldest first; none to others than administrators. */
export async function claimsToDecide(
  sql: Transaction,
  { id = null, size, num }: { id?: string | null; size: number; num: number },
): Promise<ClaimToDecide[]> {
  return await sql<ClaimToDecide[]>`select * from ownership_claims_to_decide(${id}, ${size}, ${size * num})`;
}

/** Records the decision. False: the session is no administrator, or the claim is not open any more. */
export async function recordDecision(
  sql: Transaction,
  { sid, id, accepts, text, at }: { sid: string; id: string; accepts: boolean; text: string; at: Date },
): Promise<boolean> {
  const [row] = await sql<{ isDecided: boolean }[]>`
    select decide_ownership_claim(${sid}, ${id}, ${accepts}, ${text}, ${at}) as is_decided`;
  return row!.isDecided;
}
