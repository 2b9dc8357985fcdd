// account/push/test: sends a test notification to one of the account's browsers.
import { ApiError } from '@heliograph/contract/errors.ts';
import { writeTest } from '../../../notifications/testMessage.ts';
import type { Handler } from '../../../platform/handler.ts';

export const accountPushTest: Handler<'account/push/test'> = async ({ id }, caller) => {
  const { context, sql, session, noteAudit } = caller;
  if (!context.config.pushKey) throw new ApiError('noPushKey');
  const [browser] = await sql<{ name: string }[]>`
    select name from channels where id = ${id} and user_id = ${session.userId} and kind = 'push'`;
  if (!browser) throw new ApiError('browserNotFound');
  await writeTest(caller, id);
  noteAudit({ object: `user ${session.userId}`, after: { browser: id, name: browser.name } });
  return {};
};
