// webhook/update: changes a webhook; omitted fields stay unchanged. Turning it off drops pending deliveries; turning it on resets its failures.

import { dropWaiting } from '../../notifications/outbox.ts';
import { chosenPlants, hostOfUrl, ownWebhook, webhookUrl } from '../../notifications/ownWebhooks.ts';
import type { Handler } from '../../platform/handler.ts';

export const webhookUpdate: Handler<'webhook/update'> = async ({ id, isOn, ...request }, caller) => {
  const { sql, session, at, noteAudit } = caller;
  const before = await ownWebhook(caller, id);
  const { userId } = session;
  const name = request.name ?? before.name;
  const url = request.url === undefined ? before.url : webhookUrl(caller, request.url);
  const events = [...new Set(request.events ?? before.events)];
  const sids = request.sids === undefined ? before.aboutSids : await chosenPlants(caller, request.sids);
  await sql`
    update channels set name = ${name}, url = ${url}, events = ${events}::text[], about_sids = ${sids}::text[]
    where id = ${id} and user_id = ${userId}`;
  if (isOn === true && before.offAt !== null)
    await sql`
      update channels set off_at = null, off_why = null, failing_since = null, skipped = 0, summed_until = ${at}
      where id = ${id} and user_id = ${userId}`;
  if (isOn === false && before.offAt === null) {
    await sql`update channels set off_at = ${at}, off_why = 'person' where id = ${id} and user_id = ${userId}`;
    await dropWaiting(sql, id, at);
  }
  noteAudit({
    object: `user ${userId}`,
    before: { webhook: id, ...before, url: undefined, host: hostOfUrl(before.url) },
    after: { webhook: id, name, host: hostOfUrl(url), events, sids, isOn },
  });
  return {};
};
