// webhook/replaceSecret: replaces the signing secret, shown only once; the previous one stays valid for a day.
import { ownWebhook } from '../../notifications/ownWebhooks.ts';
import { newWebhookSecret, secretText } from '../../notifications/webhookMessage.ts';
import { asProcess } from '../../platform/database/rlsSettings.ts';
import type { Handler } from '../../platform/handler.ts';

const PREVIOUS_MS = 86_400_000;

export const webhookReplaceSecret: Handler<'webhook/replaceSecret'> = async ({ id }, caller) => {
  const { sql, session, at, noteAudit } = caller;
  const { name } = await ownWebhook(caller, id);
  const secret = newWebhookSecret();
  const previousUntil = new Date(at.getTime() + PREVIOUS_MS);
  // The role of calls cannot read secrets.
  await asProcess(
    sql,
    () => sql`
      update channels set previous_secret = secret, previous_valid_until = ${previousUntil}, secret = ${secret}
      where id = ${id} and user_id = ${session.userId}`,
  );
  noteAudit({ object: `user ${session.userId}`, after: { webhook: id, name, previousUntil } });
  return { secret: secretText(secret), previousUntilIso: previousUntil.toISOString() };
};
