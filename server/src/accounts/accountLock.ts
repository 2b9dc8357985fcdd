// Who signs in and who changes the password of one account wait for each other, on a cluster too: rows that lie on every node lock badly.
import type { Transaction } from '../platform/database/connect.ts';

/** Any number, the same for all servers: "pass" in ASCII. */
const KEY = 0x70_61_73_73;

/** Until the end of the transaction. `beside`: with others who say so, and not with who changes it. */
export async function lockAccount(sql: Transaction, userId: number, how: 'alone' | 'beside'): Promise<void> {
  if (how === 'alone') await sql`select pg_advisory_xact_lock(${KEY}, ${userId})`;
  else await sql`select pg_advisory_xact_lock_shared(${KEY}, ${userId})`;
}
