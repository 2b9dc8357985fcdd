// account/email/cancel: cancels the pending change of the account's email address.
import { ApiError } from '@heliograph/contract/errors.ts';
import type { Handler } from '../../../platform/handler.ts';

export const accountEmailCancel: Handler<'account/email/cancel'> = async (_, { sql, session, at }) => {
  const { count } = await sql`
    delete from email_changes where user_id = ${session.userId} and expires_at > ${at}`;
  if (count === 0) throw new ApiError('emailChangeNotFound');
  return {};
};
