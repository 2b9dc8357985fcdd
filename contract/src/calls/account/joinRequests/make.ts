// account/joinRequests/make
import { z } from 'zod';
import { call } from '../../../call.ts';
import { sn, text } from '../../../entities/parts.ts';
import { MAX_JOIN_MESSAGE } from '../../../limits.ts';

export const accountJoinRequestsMake = call({
  summary:
    'Asks the people of the plant that has this device for access. The answer is the same for every number, whether it is in a plant or not. A request that is open already is renewed.',
  access: 'signedIn',
  request: z.object({ sn, message: text(MAX_JOIN_MESSAGE).default('') }),
  response: z.object({ expiresIso: z.string() }),
  errors: ['addressNotProven', 'tooManyRequests'],
  transaction: 'change',
});
