// What one call may take of the database: so long for a statement and a lock, and for one user so many changes at once.
import { Refusal } from '@heliograph/contract/errors.ts';
import type { Transaction } from '../db/connect.ts';

/** The web client waits 20 s. */
const STATEMENT_MS = 15_000;
const LOCK_MS = 8_000;
const CHANGES_AT_ONCE = 4;
/** Any number, the same for all servers: "chng" in ASCII. */
const CHANGES_KEY = 0x63_68_6e_67;

/** What a call's transaction begins with. */
export const TIME_LIMITS = `set local statement_timeout = ${STATEMENT_MS}; set local lock_timeout = ${LOCK_MS}`;

/**
 * Takes one of the user's places until the end of the transaction, whatever becomes of it, over all servers: the locks
 * belong to the transaction. Refuses when there is none.
 */
export async function takeChange(sql: Transaction, userId: number): Promise<void> {
  const first = (userId * CHANGES_AT_ONCE) | 0;
  const place = (n: number) => sql`pg_try_advisory_xact_lock(${CHANGES_KEY}::int, ${(first + n) | 0}::int)`;
  // `case` stops at the first that is free.
  const [row] = await sql<{ mine: boolean }[]>`
    select case when ${place(0)} then true when ${place(1)} then true when ${place(2)} then true when ${place(3)} then true
      else false end as mine`;
  if (!row?.mine) throw new Refusal('tooManyChanges');
}

/** Kept from its work by others: a statement or a wait for a lock ran out of time. */
export function isOutOfTime(error: unknown): boolean {
  return ['57014', '55P03'].includes(String((error as { code?: unknown }).code));
}
