// account/email/pending: the pending change of the account's email address, or null.
import type { Handler } from '../../../platform/handler.ts';

interface Pending {
  email: string;
  oldAgreed: boolean;
  newAgreed: boolean;
  expiresAt: Date;
}

export const accountEmailPending: Handler<'account/email/pending'> = async (_, { sql, session, at }) => {
  const [row] = await sql<Pending[]>`
    select new_email as email, old_agreed, new_agreed, expires_at from email_changes
    where user_id = ${session.userId} and expires_at > ${at}`;
  if (!row) return { change: null };
  const { expiresAt, ...change } = row;
  return { change: { ...change, expiresIso: expiresAt.toISOString() } };
};
