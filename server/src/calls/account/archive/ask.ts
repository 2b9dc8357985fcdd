// account/archive/ask: requests an archive of everything the account owns; a job builds it.
import type { Handler } from '../../../platform/handler.ts';
import { countAttempt } from '../../../platform/limits/rateLimits.ts';

export const accountArchiveAsk: Handler<'account/archive/ask'> = async (_, { context, sql, session, at }) => {
  const { userId } = session;
  const [waiting] = await sql`select from account_archives where user_id = ${userId} and state = 'waiting'`;
  if (waiting) return {};
  await countAttempt(context, 'archives', userId);
  await sql`delete from account_archives where user_id = ${userId}`;
  await sql`insert into account_archives (user_id, asked_at) values (${userId}, ${at}) on conflict do nothing`;
  return {};
};
