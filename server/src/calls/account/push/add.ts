// account/push/add: subscribes this browser to push notifications of this account only.
import { randomUUID } from 'node:crypto';
import { PUSH_EVENTS } from '@heliograph/contract/entities/channels.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { MAX_BROWSERS } from '@heliograph/contract/limits.ts';
import { lockAccount } from '../../../accounts/accountLock.ts';
import { browserKeys } from '../../../notifications/webPush.ts';
import { asProcess } from '../../../platform/database/rlsSettings.ts';
import type { Handler } from '../../../platform/handler.ts';
import { allowedUrl, reachOf } from '../../../platform/outbound/ssrfSafeFetch.ts';

/** Class of the advisory locks, the same for all servers: "push" in ASCII. */
const BROWSER_KEY = 0x70_75_73_68;

export const accountPushAdd: Handler<'account/push/add'> = async ({ endpoint, keys }, caller) => {
  const { context, sql, session, at, client, noteAudit } = caller;
  const { userId } = session;
  if (!context.config.pushKey) throw new ApiError('noPushKey');
  const parsedKeys = browserKeys(keys);
  const url = allowedUrl(endpoint, reachOf(context.config));
  if (!parsedKeys || !url) throw new ApiError('pushAddress');
  await lockAccount(sql, userId, 'alone');
  // Two accounts may subscribe one browser at the same time.
  await sql`select pg_advisory_xact_lock(${BROWSER_KEY}::int, hashtext(${url.href}))`;
  // Unsubscribes any account that used this browser before.
  await asProcess(sql, () => sql`delete from channels where kind = 'push' and url = ${url.href}`);
  const [subscribed] = await sql<{ count: number }[]>`
    select count(*)::int as count from channels where user_id = ${userId} and kind = 'push'`;
  if (subscribed!.count >= MAX_BROWSERS) throw new ApiError('browsersFull', { most: MAX_BROWSERS });
  const id = randomUUID();
  await sql`
    insert into channels (id, user_id, kind, name, url, secret, public_key, session_id, events, made_at, summed_until)
    values (${id}, ${userId}, 'push', ${client}, ${url.href}, ${parsedKeys.secret}, ${parsedKeys.publicKey}, ${session.id},
      ${[...PUSH_EVENTS]}::text[], ${at}, ${at})`;
  noteAudit({ object: `user ${userId}`, after: { browser: id, name: client } });
  return { id };
};
