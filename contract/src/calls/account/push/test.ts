// account/push/test
import { z } from 'zod';
import { call } from '../../../call.ts';

export const accountPushTest = call({
  summary: 'Sends a notice to a browser of this account, within seconds.',
  access: 'signedIn',
  request: z.object({ id: z.uuid() }),
  response: z.object({}),
  errors: ['noPushKey', 'browserNotFound', 'tooManyRequests'],
  transaction: 'change',
});
