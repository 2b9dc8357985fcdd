// webhook/replaceSecret
import { z } from 'zod';
import { call } from '../../call.ts';
import { iso } from '../../entities/parts.ts';

export const webhookReplaceSecret = call({
  summary:
    'Replaces the signing secret of a webhook and returns the new one, only this once. For a day messages are signed with both, so that the receiver can change at any time.',
  access: 'signedIn',
  request: z.object({ id: z.uuid() }),
  response: z.object({ secret: z.string(), previousUntilIso: iso }),
  errors: ['webhookNotFound'],
  transaction: 'change',
  returnsSecret: true,
});
