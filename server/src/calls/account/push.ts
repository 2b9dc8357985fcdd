// account/push: browsers that receive this account's push notifications.
import { MAX_BROWSERS } from '@heliograph/contract/limits.ts';
import { endpointHash, publicPushKey } from '../../notifications/webPush.ts';
import type { Handler } from '../../platform/handler.ts';

export const accountPush: Handler<'account/push'> = async (_request, { context, sql, session }) => {
  const rows = await sql<{ id: string; name: string; url: string; madeAt: Date }[]>`
    select id, name, url, made_at from channels where user_id = ${session.userId} and kind = 'push'
    order by made_at, id limit ${MAX_BROWSERS}`;
  const { pushKey } = context.config;
  return {
    publicKey: pushKey ? publicPushKey(pushKey).toString('base64url') : null,
    list: rows.map(({ id, name, url, madeAt }) => ({
      id,
      name,
      mark: endpointHash(url),
      madeIso: madeAt.toISOString(),
    })),
  };
};
