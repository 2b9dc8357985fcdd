// user/company/list
import { z } from 'zod';
import { call } from '../../../call.ts';
import { MADE_KINDS } from '../../../companies.ts';
import { page, sortBy, textFilter, wordFilter } from '../../../entities/page.ts';
import { company } from '../../../entities/person.ts';

export const userCompanyList = call({
  summary:
    "Companies of the caller's branch, with who manages them, the one above, and how many people and plants they have.",
  access: { anyOf: ['Companies', 'Users'] },
  request: z.object({
    page: page.prefault({}),
    filters: z
      .object({
        /** Part of a company's name, or of its manager's name or email address. */
        keywords: textFilter,
        kind: wordFilter(MADE_KINDS),
        /** Directly below this company, by ID. */
        above_id: textFilter,
        /** Only this company, by ID. */
        id: textFilter,
      })
      .prefault({}),
    sort: sortBy(['companyName', 'kind', 'createdAt']),
  }),
  response: z.object({ list: z.array(company), total: z.number().int() }),
});
