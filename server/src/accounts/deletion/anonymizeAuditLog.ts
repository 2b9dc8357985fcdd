// Takes the addresses of accounts that have left out of the audit log: some thousand lines at a time, until nothing tells of the person but a number.
import type { Context } from '../../context.ts';
import type { Transaction } from '../../platform/database/connect.ts';

const LINES_AT_ONCE = 5000;

interface Left {
  userId: number;
  email: string;
  doneId: number;
  lastId: number;
}

export async function anonymizeAuditLog({ sql }: Pick<Context, 'sql'>, signal?: AbortSignal): Promise<void> {
  const accounts = await sql<Left[]>`
    select user_id, email, done_id::int8 as done_id, last_id::int8 as last_id from left_accounts order by left_at, user_id limit 100`;
  for (const account of accounts)
    for (let done = account.doneId; !signal?.aborted; ) {
      const next = Math.min(done + LINES_AT_ONCE, account.lastId);
      await sql.begin((tx) => forgetLines(tx, account, done, next));
      if (next === account.lastId) break;
      done = next;
    }
}

/** The address as a whole text of what was noted, however it was written; a longer one that ends alike is another. The line of its leaving comes after the last that was there. */
async function forgetLines(sql: Transaction, { userId, email, lastId }: Left, from: number, to: number): Promise<void> {
  const whole = `"${email.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}"`;
  const nobody = `"user ${userId}"`;
  await sql`set local heliograph.leaving = 'on'`;
  await sql`
    update audit_log set address = case when user_id = ${userId} then '' else address end,
      before = regexp_replace(before::text, ${whole}, ${nobody}, 'gi')::jsonb,
      after = regexp_replace(after::text, ${whole}, ${nobody}, 'gi')::jsonb, salt = null
    where (id > ${from} and id <= ${to} or ${to === lastId} and id > ${to} and user_id = ${userId})
      and (user_id = ${userId} or before::text ~* ${whole} or after::text ~* ${whole})`;
  if (to < lastId) await sql`update left_accounts set done_id = ${to} where user_id = ${userId}`;
  else await sql`delete from left_accounts where user_id = ${userId}`;
}
