// account/archive/ask: requests an archive of everything the account owns; a job builds it.
import { ApiError } from '@heliograph/contract/errors.ts';
import type { Handler } from '../../../platform/handler.ts';
import { countAttempt } from '../../../platform/limits/rateLimits.ts';

/** Archives of all users that may wait. */
export const MAX_WAITING = 500;
/** Seconds after which a refused client should retry. */
const RETRY_S = 600;

export const accountArchiveAsk: Handler<'account/archive/ask'> = async (_, { context, sql, session, at }) => {
  const { userId } = session;
  const [waiting] = await sql`select from account_archives where user_id = ${userId} and state = 'waiting'`;
  if (waiting) return {};
  // Archives of other users are not visible to this transaction.
  const [all] = await context.sql<{ waiting: number }[]>`
    select count(*)::int as waiting from account_archives where state = 'waiting'`;
  if (all!.waiting >= MAX_WAITING) throw new ApiError('busy', { seconds: RETRY_S });
  await countAttempt(context, 'archives', userId);
  await sql`delete from account_archives where user_id = ${userId}`;
  await sql`insert into account_archives (user_id, asked_at) values (${userId}, ${at}) on conflict do nothing`;
  return {};
};
