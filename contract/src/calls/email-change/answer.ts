// email-change/answer
import { z } from 'zod';
import { call } from '../../call.ts';
import { secret } from '../../entities/parts.ts';

export const emailChangeAnswer = call({
  summary:
    'One of the two addresses agrees that an account moves to the new one, or ends that. When both have agreed it has moved, and all sessions but the one that asked have ended.',
  access: 'public',
  request: z.object({ token: secret(100, 20), accepts: z.boolean() }),
  response: z.object({ state: z.enum(['waiting', 'changed', 'ended']) }),
  errors: ['emailChangeNotFound', 'tooManyRequests'],
  transaction: 'change',
});
