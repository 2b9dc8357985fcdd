// webhook/test
import { z } from 'zod';
import { call } from '../../call.ts';

export const webhookTest = call({
  summary: 'Sends a message of the type "test" within seconds; its log says what became of it.',
  access: 'signedIn',
  request: z.object({ id: z.uuid() }),
  response: z.object({ deliveryId: z.string() }),
  errors: ['webhookNotFound', 'webhookIsOff', 'tooManyRequests'],
  transaction: 'change',
});
