// account/archive/ask
import { z } from 'zod';
import { call } from '../../../call.ts';

export const accountArchiveAsk = call({
  summary:
    'Asks for an archive of all that the account owns, made in the background: profile, plants with their devices, settings and whole history. One that is there goes; one that is being made stays.',
  access: 'signedIn',
  request: z.object({}),
  response: z.object({}),
  errors: ['tooManyRequests', 'busy'],
  transaction: 'change',
});
