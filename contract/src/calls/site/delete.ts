// site/delete
import { z } from 'zod';
import { call } from '../../call.ts';
import { sid } from '../../entities/parts.ts';

export const siteDelete = call({
  summary: 'Deletes a plant and frees its serial numbers at once; its history follows as a job. It cannot be undone.',
  access: { anyOf: ['SiteDelete'] },
  request: z.object({ sid }),
  response: z.object({}),
  errors: ['siteNotFound', 'siteReadOnly', 'historyMoves'],
  transaction: 'change',
});
