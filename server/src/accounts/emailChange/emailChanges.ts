// Reads a pending change of an account's address by the token of one of its two links.
import type { Sql, Transaction } from '../../platform/database/connect.ts';

export interface EmailChange {
  userId: number;
  sessionId: number;
  side: 'old' | 'new';
  oldEmail: string;
  newEmail: string;
  oldAgreed: boolean;
  newAgreed: boolean;
  expiresAt: Date;
}

/** Returns the pending change; undefined: wrong or expired token, or the account is frozen. */
export async function emailChangeOf(
  sql: Sql | Transaction,
  tokenHash: Buffer,
  at: Date,
): Promise<EmailChange | undefined> {
  const [change] = await sql<EmailChange[]>`
    select c.user_id, c.session_id, case when c.old_token_hash = ${tokenHash} then 'old' else 'new' end as side,
      u.email as old_email, c.new_email, c.old_agreed, c.new_agreed, c.expires_at
    from email_changes c join users u on u.id = c.user_id
    where (c.old_token_hash = ${tokenHash} or c.new_token_hash = ${tokenHash}) and c.expires_at > ${at} and u.frozen_at is null`;
  return change;
}
