// Removes the addresses of deleted accounts from the audit log, some thousand lines at a time, until only the user id is left.
import type { Context } from '../../context.ts';
import type { Transaction } from '../../platform/database/connect.ts';

const BATCH_LINES = 5000;

interface DeletedAccount {
  userId: number;
  email: string;
  doneId: number;
  lastId: number;
}

export async function anonymizeAuditLog({ sql }: Pick<Context, 'sql'>, signal?: AbortSignal): Promise<void> {
  const accounts = await sql<DeletedAccount[]>`
    select user_id, email, done_id::int8 as done_id, last_id::int8 as last_id from left_accounts order by left_at, user_id limit 100`;
  for (const account of accounts)
    for (let done = account.doneId; !signal?.aborted; ) {
      const next = Math.min(done + BATCH_LINES, account.lastId);
      await sql.begin((tx) => anonymizeLines(tx, account, done, next));
      if (next === account.lastId) break;
      done = next;
    }
}

/**
 * Replaces the address where it is a whole JSON string, in any case; a longer address that ends alike is a different one.
 * The line of the deletion itself comes after `lastId`, the last line at that time.
 */
async function anonymizeLines(
  sql: Transaction,
  { userId, email, lastId }: DeletedAccount,
  from: number,
  to: number,
): Promise<void> {
  const quotedAddress = `"${email.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}"`;
  const replacement = `"user ${userId}"`;
  await sql`set local heliograph.leaving = 'on'`;
  await sql`
    update audit_log set address = case when user_id = ${userId} then '' else address end,
      before = regexp_replace(before::text, ${quotedAddress}, ${replacement}, 'gi')::jsonb,
      after = regexp_replace(after::text, ${quotedAddress}, ${replacement}, 'gi')::jsonb, salt = null
    where (id > ${from} and id <= ${to} or ${to === lastId} and id > ${to} and user_id = ${userId})
      and (user_id = ${userId} or before::text ~* ${quotedAddress} or after::text ~* ${quotedAddress})`;
  if (to < lastId) await sql`update left_accounts set done_id = ${to} where user_id = ${userId}`;
  else await sql`delete from left_accounts where user_id = ${userId}`;
}
