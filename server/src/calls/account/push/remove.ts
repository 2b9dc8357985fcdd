// account/push/remove: unsubscribes a browser from push notifications.
import { ApiError } from '@heliograph/contract/errors.ts';
import type { Handler } from '../../../platform/handler.ts';

export const accountPushRemove: Handler<'account/push/remove'> = async ({ id }, { sql, session, noteAudit }) => {
  const [removed] = await sql<{ name: string }[]>`
    delete from channels where id = ${id} and user_id = ${session.userId} and kind = 'push' returning name`;
  if (!removed) throw new ApiError('browserNotFound');
  noteAudit({ object: `user ${session.userId}`, before: { browser: id, name: removed.name } });
  return {};
};
