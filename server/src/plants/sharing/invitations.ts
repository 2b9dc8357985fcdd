// Owners and guests by e-mail address: those with an account are bound at once, the others when their account is created. The difference is not disclosed.

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

/** Returns the owner columns for a plant of the company; "": no owner. */
export async function ownerColumns(sql: Transaction, email: string, companyId: number): Promise<OwnerColumns> {
  const { users, addresses } = await findAccounts(sql, email === '' ? [] : [email], companyId);
  return { owner_id: users[0] ?? null, invited_owner: addresses[0] ?? '' };
}

/** Returns the guest columns for a plant of the company: the complete list of guests. */
export async function guestColumns(
  sql: Transaction,
  emails: readonly string[],
  companyId: number,
): Promise<GuestColumns> {
  const { users, addresses } = await findAccounts(sql, emails, companyId);
  return { shared_with: users, invited_guests: addresses };
}

/**
 * Splits addresses into accounts and those without one. Frozen accounts count: they see the plant again when they are
 * unfrozen. An account that has not proved its address counts only where it is a member of the plant's company or of one
 * above it.
 */
async function findAccounts(
  sql: Transaction,
  addresses: readonly string[],
  companyId: number,
): Promise<{ users: number[]; addresses: string[] }> {
  const emails = [...new Set(addresses.map((email) => email.toLowerCase()))];
  await lockAddresses(sql, emails);
  if (emails.length === 0) return { users: [], addresses: [] };
  const rows = await sql<
    { id: number; email: string }[]
  >`select id, email from named_accounts(${emails}, ${companyId})`;
  const known = new Set(rows.map(({ email }) => email));
  return { users: rows.map(({ id }) => id), addresses: emails.filter((email) => !known.has(email)).sort() };
}

/**
 * Locks addresses, so that an account created concurrently is either found here or finds the written invitation. Call it
 * before locking a plant: creating an account locks the address first and then the plants that wait for it.
 */
export async function lockAddresses(sql: Transaction, emails: readonly string[]): Promise<void> {
  for (const email of emails.map((each) => each.toLowerCase()).sort()) {
    // "" means no address: otherwise all changes without one would wait for each other.
    if (email === '') continue;
    await sql`select pg_advisory_xact_lock(hashtextextended(${`invitation ${email}`}, 0))`;
  }
}

/**
 * Binds invitations to a new account, in the transaction that creates it: plants that name its address become its own or
 * shared with it. `within`: only plants of these companies, for an account that has not proved its address.
 */
export async function bindInvitations(
  sql: Transaction,
  userId: number,
  email: string,
  within: readonly number[] | null = null,
): Promise<void> {
  const address = email.toLowerCase();
  const isWithin = within === null ? sql`true` : sql`company_id = any (${within as number[]}::int[])`;
  await lockAddresses(sql, [address]);
  const owned = await sql<{ sid: string }[]>`
    update sites set owner_id = ${userId}, invited_owner = '' where invited_owner = ${address} and ${isWithin} returning sid`;
  const shared = await sql<{ sid: string }[]>`
    update sites set shared_with = array_append(shared_with, ${userId}), invited_guests = array_remove(invited_guests, ${address})
    where invited_guests @> ${[address]}::text[] and ${isWithin} returning sid`;
  await updateAccessIndex(sql, [...new Set([...owned, ...shared].map(({ sid }) => sid))].sort());
}
