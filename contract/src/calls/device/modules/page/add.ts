// device/modules/page/add
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { pageName } from '../../../../entities/module.ts';
import { sid } from '../../../../entities/parts.ts';

export const deviceModulesPageAdd = call({
  summary: "Adds a page to sort a plant's modules into, behind the others.",
  access: { anyOf: ['SiteUpdate'] },
  request: z.object({ sid, name: pageName }),
  response: z.object({ page: z.number().int() }),
  errors: ['siteNotFound', 'siteReadOnly', 'modulePageTaken', 'tooManyModulePages'],
  transaction: 'change',
});
