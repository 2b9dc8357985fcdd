// webhook/sendAgain
import { z } from 'zod';
import { call } from '../../call.ts';

export const webhookSendAgain = call({
  summary: 'Sends a message of the log once more, with the same id, as it would be told now.',
  access: 'signedIn',
  request: z.object({ deliveryId: z.uuid() }),
  response: z.object({}),
  errors: ['deliveryNotFound', 'webhookIsOff', 'tooManyRequests'],
  transaction: 'change',
});
