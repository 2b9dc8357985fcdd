// Serializes sign-ins and password changes of one account by an advisory lock: row locks on tables replicated to every node of a cluster work badly.
import type { Transaction } from '../platform/database/connect.ts';

/** Class of the advisory locks, the same for all servers: "pass" in ASCII. */
const KEY = 0x70_61_73_73;

/** Locks the account until the end of the transaction. `beside`: shared with other such holders, but not with an exclusive one (`alone`). */
export async function lockAccount(sql: Transaction, userId: number, how: 'alone' | 'beside'): Promise<void> {
  if (how === 'alone') await sql`select pg_advisory_xact_lock(${KEY}, ${userId})`;
  else await sql`select pg_advisory_xact_lock_shared(${KEY}, ${userId})`;
}
