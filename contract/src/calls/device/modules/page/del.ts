// device/modules/page/del
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { modulePage } from '../../../../entities/module.ts';
import { sid } from '../../../../entities/parts.ts';

export const deviceModulesPageDel = call({
  summary: 'Deletes a page of modules; its modules are on no page then (page 0).',
  access: { anyOf: ['SiteUpdate'] },
  request: z.object({ sid, page: modulePage }),
  response: z.object({ count: z.number().int() }),
  errors: ['siteNotFound', 'siteReadOnly', 'modulePageNotFound'],
  transaction: 'change',
});
