// webhook/del: deletes a webhook with its delivery log.
import { ownWebhook } from '../../notifications/ownWebhooks.ts';
import type { Handler } from '../../platform/handler.ts';

export const webhookDel: Handler<'webhook/del'> = async ({ id }, caller) => {
  const { sql, session, noteAudit } = caller;
  const { name } = await ownWebhook(caller, id);
  await sql`delete from channels where id = ${id} and user_id = ${session.userId}`;
  noteAudit({ object: `user ${session.userId}`, before: { webhook: id, name } });
  return {};
};
