// webhook/sendAgain: resends a delivery of the log, with the same ID.
import { ApiError } from '@heliograph/contract/errors.ts';
import type { Handler } from '../../platform/handler.ts';
import { countAttempt } from '../../platform/limits/rateLimits.ts';

export const webhookSendAgain: Handler<'webhook/sendAgain'> = async ({ deliveryId }, caller) => {
  const { context, sql, session, at, noteAudit } = caller;
  const { userId } = session;
  const [delivery] = await sql<{ offAt: Date | null; channelId: string }[]>`
    select c.off_at, c.id as channel_id from deliveries d join channels c on c.id = d.channel_id
    where d.id = ${deliveryId} and d.user_id = ${userId} and c.user_id = ${userId} and c.kind = 'webhook'`;
  if (!delivery) throw new ApiError('deliveryNotFound');
  if (delivery.offAt) throw new ApiError('webhookIsOff');
  await countAttempt(context, 'channelTests', userId);
  await sql`
    update deliveries set state = 'waiting', tries = case when state = 'waiting' then tries else 0 end, next_try_at = ${at}, done_at = null
    where id = ${deliveryId} and user_id = ${userId}`;
  noteAudit({ object: `user ${userId}`, after: { webhook: delivery.channelId, delivery: deliveryId } });
  return {};
};
