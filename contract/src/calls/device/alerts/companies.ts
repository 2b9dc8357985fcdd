// device/alerts/companies
import { z } from 'zod';
import { call } from '../../../call.ts';
import { textFilter } from '../../../entities/page.ts';
import { rowId } from '../../../entities/parts.ts';

export const deviceAlertsCompanies = call({
  summary:
    "Companies of the caller's tree by whose branch alerts can be filtered, by name, at most 500 at once; none for who sees single plants alone.",
  access: { anyOf: ['Alerts'] },
  request: z.object({
    /** Part of its name. */
    keywords: textFilter,
    /** Only this company. */
    id: rowId.optional(),
  }),
  response: z.object({
    list: z.array(z.object({ id: z.number().int(), name: z.string() })),
    /** More companies match than `list` contains; narrow by `keywords`. */
    more: z.boolean(),
  }),
});
