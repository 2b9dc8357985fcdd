// webhook/del
import { z } from 'zod';
import { call } from '../../call.ts';

export const webhookDel = call({
  summary: 'Ends a webhook at once, with its log.',
  access: 'signedIn',
  request: z.object({ id: z.uuid() }),
  response: z.object({}),
  errors: ['webhookNotFound'],
  transaction: 'change',
});
