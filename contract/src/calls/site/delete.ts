// site/delete
import { z } from 'zod';
import { call } from '../../call.ts';
import { sid } from '../../entities/parts.ts';

export const siteDelete = call({
  summary: 'Deletes a plant with its history and frees its serial numbers. It cannot be undone.',
  access: { anyOf: ['SiteDelete'] },
  request: z.object({ sid }),
  response: z.object({}),
  refusals: ['noSuchSite', 'siteReadOnly'],
  changes: true,
  timeoutMs: 60_000,
});
