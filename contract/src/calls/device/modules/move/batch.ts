// device/modules/move/batch
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { modulePage, whichModule } from '../../../../entities/module.ts';
import { sid } from '../../../../entities/parts.ts';

export const deviceModulesMoveBatch = call({
  summary: 'Sorts modules into another page of their plant; page 0 takes them off any. All of them or none.',
  access: { anyOf: ['SiteUpdate'] },
  request: z.object({ sid, page: modulePage, list: z.array(z.object(whichModule)).min(1).max(4000) }),
  response: z.object({ count: z.number().int() }),
  errors: ['siteNotFound', 'siteReadOnly', 'moduleNotFound', 'modulePageNotFound'],
  transaction: 'change',
});
