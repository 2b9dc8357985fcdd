// account/push/remove
import { z } from 'zod';
import { call } from '../../../call.ts';

export const accountPushRemove = call({
  summary: 'A browser of this account shows no notices any more.',
  access: 'signedIn',
  request: z.object({ id: z.uuid() }),
  response: z.object({}),
  errors: ['browserNotFound'],
  transaction: 'change',
});
