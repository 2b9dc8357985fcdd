// site/removePicture
import { z } from 'zod';
import { call } from '../../call.ts';
import { sid, text } from '../../entities/parts.ts';

export const siteRemovePicture = call({
  summary: 'Removes a picture of a plant.',
  access: { anyOf: ['SiteUpdate'] },
  request: z.object({ sid, name: text(22, 22) }),
  response: z.object({}),
  errors: ['siteNotFound', 'siteReadOnly', 'pictureNotFound'],
  transaction: 'change',
});
