// device/modules/page/edit
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { modulePage, pageName } from '../../../../entities/module.ts';
import { int, sid } from '../../../../entities/parts.ts';
import { MAX_MODULE_PAGES } from '../../../../limits.ts';

export const deviceModulesPageEdit = call({
  summary: 'Renames a page of modules, or moves it to another place among them.',
  access: { anyOf: ['SiteUpdate'] },
  request: z.object({
    sid,
    page: modulePage,
    name: pageName.optional(),
    /** Position from 1; beyond the last one: the last. */
    place: int(1, MAX_MODULE_PAGES).optional(),
  }),
  response: z.object({}),
  errors: ['siteNotFound', 'siteReadOnly', 'modulePageNotFound', 'modulePageTaken'],
  transaction: 'change',
});
