// webhook/test: sends a test message without plant data within seconds.
import { ApiError } from '@heliograph/contract/errors.ts';
import { ownWebhook } from '../../notifications/ownWebhooks.ts';
import { writeTest } from '../../notifications/testMessage.ts';
import type { Handler } from '../../platform/handler.ts';

export const webhookTest: Handler<'webhook/test'> = async ({ id }, caller) => {
  const { offAt, name } = await ownWebhook(caller, id);
  if (offAt) throw new ApiError('webhookIsOff');
  const deliveryId = await writeTest(caller, id);
  caller.noteAudit({ object: `user ${caller.session.userId}`, after: { webhook: id, name } });
  return { deliveryId };
};
