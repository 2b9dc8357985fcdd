// site/publicLinks/revoke
import { z } from 'zod';
import { call } from '../../../call.ts';
import { sid } from '../../../entities/parts.ts';

export const sitePublicLinksRevoke = call({
  summary: 'Ends a link to the public page of a plant at once.',
  access: { anyOf: ['SiteUpdate'] },
  request: z.object({ sid, id: z.uuid() }),
  response: z.object({}),
  errors: ['siteNotFound', 'siteReadOnly', 'publicPageNotFound'],
  transaction: 'change',
});
