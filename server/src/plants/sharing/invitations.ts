// Owners and guests by e-mail address: those with an account are named at once, the others once their account is made. Nobody learns which are which.

import { updateAccessIndex } from '../../access/accessIndex.ts';
import type { Transaction } from '../../platform/database/connect.ts';

/** Columns of `sites`. */
export interface OwnerColumns {
  owner_id: number | null;
  invited_owner: string;
}
export interface GuestColumns {
  shared_with: number[];
  invited_guests: string[];
}

/** "" is nobody. */
export async function ownerColumns(sql: Transaction, email: string): Promise<OwnerColumns> {
  const { users, addresses } = await findAccounts(sql, email === '' ? [] : [email]);
  return { owner_id: users[0] ?? null, invited_owner: addresses[0] ?? '' };
}

/** Exactly these see the plant besides those that see it anyway. */
export async function guestColumns(sql: Transaction, emails: readonly string[]): Promise<GuestColumns> {
  const { users, addresses } = await findAccounts(sql, emails);
  return { shared_with: users, invited_guests: addresses };
}

/** Frozen accounts are accounts: what they see they see when they are thawed. */
async function findAccounts(
  sql: Transaction,
  given: readonly string[],
): Promise<{ users: number[]; addresses: string[] }> {
  const emails = [...new Set(given.map((email) => email.toLowerCase()))];
  await lockAddresses(sql, emails);
  const rows = await sql<{ id: number; email: string }[]>`
    select id, email from users where email = any (${emails}) order by id`;
  const known = new Set(rows.map(({ email }) => email));
  return { users: rows.map(({ id }) => id), addresses: emails.filter((email) => !known.has(email)).sort() };
}

/**
 * An account that is being made meanwhile is either found, or finds what is written. Who locks a plant calls this before:
 * making an account locks the address first and the plants that wait for it then.
 */
export async function lockAddresses(sql: Transaction, emails: readonly string[]): Promise<void> {
  for (const email of emails.map((one) => one.toLowerCase()).sort()) {
    // Nobody is no address: all who name none would wait for each other.
    if (email === '') continue;
    await sql`select pg_advisory_xact_lock(hashtextextended(${`invitation ${email}`}, 0))`;
  }
}

/** Whoever makes an account calls this in the same transaction: the plants that were waiting for its address are its own, or shared with it. */
export async function bindInvitations(sql: Transaction, userId: number, email: string): Promise<void> {
  const address = email.toLowerCase();
  await lockAddresses(sql, [address]);
  const owned = await sql<{ sid: string }[]>`
    update sites set owner_id = ${userId}, invited_owner = '' where invited_owner = ${address} returning sid`;
  const shared = await sql<{ sid: string }[]>`
    update sites set shared_with = array_append(shared_with, ${userId}), invited_guests = array_remove(invited_guests, ${address})
    where invited_guests @> ${[address]}::text[] returning sid`;
  await updateAccessIndex(sql, [...new Set([...owned, ...shared].map(({ sid }) => sid))].sort());
}
