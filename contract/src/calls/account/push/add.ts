// account/push/add
import { z } from 'zod';
import { call } from '../../../call.ts';
import { secret } from '../../../entities/parts.ts';

export const accountPushAdd = call({
  summary: 'Has notices of faults and silence shown by this browser, until its session is ended.',
  access: 'signedIn',
  request: z.object({
    /** Fields of PushSubscription.toJSON(). */
    endpoint: secret(1000),
    keys: z.object({ p256dh: secret(200), auth: secret(100) }),
  }),
  response: z.object({ id: z.string() }),
  errors: ['noPushKey', 'pushAddress', 'browsersFull'],
  transaction: 'change',
});
