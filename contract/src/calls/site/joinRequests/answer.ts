// site/joinRequests/answer
import { z } from 'zod';
import { call } from '../../../call.ts';
import { email, sid } from '../../../entities/parts.ts';

export const siteJoinRequestsAnswer = call({
  summary:
    'Answers a request for access to a plant: the person becomes a guest, or the owner of a plant without one, or is declined and cannot ask for this plant again for 90 days. The person learns of an acceptance only.',
  access: { anyOf: ['SiteUpdate'] },
  request: z.object({ sid, email, answer: z.enum(['guest', 'owner', 'decline']) }),
  response: z.object({ sid }),
  errors: ['siteNotFound', 'siteReadOnly', 'joinRequestNotFound', 'ownerHandsOver', 'guestsFull'],
  transaction: 'change',
});
