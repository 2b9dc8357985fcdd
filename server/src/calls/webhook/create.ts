// webhook/create: creates a webhook for events of plants; its signing secret is shown only once, and the user is notified by mail.
import { randomUUID } from 'node:crypto';
import { ApiError } from '@heliograph/contract/errors.ts';
import { MAX_WEBHOOKS } from '@heliograph/contract/limits.ts';
import { lockAccount } from '../../accounts/accountLock.ts';
import { mailSignInChanged } from '../../accounts/accountMails.ts';
import { chosenPlants, hostOfUrl, webhookUrl } from '../../notifications/ownWebhooks.ts';
import { newWebhookSecret, secretText } from '../../notifications/webhookMessage.ts';
import { asProcess } from '../../platform/database/rlsSettings.ts';
import type { Handler } from '../../platform/handler.ts';

export const webhookCreate: Handler<'webhook/create'> = async ({ name, events, ...request }, caller) => {
  const { sql, context, session, at, noteAudit } = caller;
  const { userId, email } = session;
  const url = webhookUrl(caller, request.url);
  const sids = await chosenPlants(caller, request.sids);
  await lockAccount(sql, userId, 'alone');
  const [existing] = await sql<{ count: number }[]>`
    select count(*)::int as count from channels where user_id = ${userId} and kind = 'webhook'`;
  if (existing!.count >= MAX_WEBHOOKS) throw new ApiError('webhooksFull', { most: MAX_WEBHOOKS });
  const [id, secret] = [randomUUID(), newWebhookSecret()];
  // With the token of a program ends what it created.
  const tokenId = session.api ? session.id : null;
  await sql`
    insert into channels (id, user_id, kind, name, url, secret, session_id, events, about_sids, made_at, summed_until)
    values (${id}, ${userId}, 'webhook', ${name}, ${url}, ${secret}, ${tokenId}, ${[...new Set(events)]}::text[], ${sids}::text[], ${at}, ${at})`;
  await asProcess(sql, () => mailSignInChanged(sql, context.config, { ...caller, email, what: 'webhookAdded', name }));
  noteAudit({ object: `user ${userId}`, after: { webhook: id, name, host: hostOfUrl(url), events, sids } });
  return { id, secret: secretText(secret) };
};
