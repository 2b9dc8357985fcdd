// problem/assignees
import { z } from 'zod';
import { call } from '../../call.ts';
import { page, textFilter } from '../../entities/page.ts';
import { sid } from '../../entities/parts.ts';

export const problemAssignees = call({
  summary:
    "Users to whom problems of a plant can be assigned: the caller first, then those of the caller's branch who see its devices; nobody if the caller may not change the plant.",
  access: { anyOf: ['SiteUpdate'] },
  request: z.object({
    sid,
    page: page.prefault({}),
    filters: z
      .object({
        /** Part of a name or of an e-mail address. */
        keywords: textFilter,
      })
      .prefault({}),
  }),
  response: z.object({
    list: z.array(z.object({ userId: z.number().int(), name: z.string(), email: z.string() })),
    total: z.number().int(),
  }),
  errors: ['siteNotFound'],
});
