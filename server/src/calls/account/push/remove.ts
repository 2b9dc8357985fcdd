// account/push/remove: a browser shows no notices any more.
import { Refusal } from '@heliograph/contract/errors.ts';
import type { Handler } from '../../../platform/handler.ts';

export const accountPushRemove: Handler<'account/push/remove'> = async ({ id }, { sql, session, noteAudit }) => {
  const [ended] = await sql<{ name: string }[]>`
    delete from channels where id = ${id} and user_id = ${session.userId} and kind = 'push' returning name`;
  if (!ended) throw new Refusal('browserNotFound');
  noteAudit({ object: `user ${session.userId}`, before: { browser: id, name: ended.name } });
  return {};
};
