// Moves an account to another address, with all rows that refer to it by its address.

import { revokeSessions } from '../../access/session.ts';
import { bindInvitations, lockAddresses } from '../../plants/sharing/invitations.ts';
import type { Transaction } from '../../platform/database/connect.ts';

interface Move {
  userId: number;
  /** Session that stays open; all others end. */
  sessionId: number;
  oldEmail: string;
  newEmail: string;
}

/** Moves the account, which must be locked. Returns false if the new address has an account by now. */
export async function moveAccount(sql: Transaction, { userId, sessionId, oldEmail, newEmail }: Move): Promise<boolean> {
  await lockAddresses(sql, [oldEmail, newEmail]);
  const [existing] = await sql`select from users where email = ${newEmail}`;
  if (existing) return false;
  await sql`update users set email = ${newEmail}, address_proven = true where id = ${userId}`;
  await sql`delete from email_changes where user_id = ${userId}`;
  // Links and codes mailed earlier no longer match an account's address, or would match this one.
  await sql`delete from password_resets where email in (${oldEmail}, ${newEmail})`;
  await sql`delete from sign_up_codes where email = ${newEmail}`;
  // Offers, invitations and reports meant for the person follow to the new address.
  await sql`update site_offers set to_email = ${newEmail} where to_email = ${oldEmail}`;
  await sql`update sites set invited_installer = ${newEmail} where invited_installer = ${oldEmail}`;
  await sql`
    delete from report_recipients r where r.email = ${newEmail}
      and exists (select from report_recipients o where o.sid = r.sid and o.email = ${oldEmail})`;
  await sql`update report_recipients set email = ${newEmail} where email = ${oldEmail}`;
  await sql`delete from sessions where user_id = ${userId} and id <> ${sessionId}`;
  await revokeSessions(sql, userId);
  await bindInvitations(sql, userId, newEmail);
  return true;
}
