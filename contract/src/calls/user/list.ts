// user/list
import { z } from 'zod';
import { call } from '../../call.ts';
import { PERSON_FILTERS } from '../../companies.ts';
import { dayFilter, page, sortBy, textFilter, wordFilter } from '../../entities/page.ts';
import { person } from '../../entities/person.ts';

export const userList = call({
  summary:
    "People of the companies of the caller's branch, and who is invited there: one row for each place in a company.",
  access: { anyOf: ['Users'] },
  request: z.object({
    page: page.prefault({}),
    filters: z
      .object({
        /** Part of a name, an email address or a company's name. */
        keywords: textFilter,
        /** Only this company, by ID. */
        company_id: textFilter,
        /** By role ID. */
        role_id: textFilter,
        /** ISO 3166-1 alpha-2, or `none`: no country set. */
        country_code: textFilter,
        state: wordFilter(PERSON_FILTERS),
        /** Creation of the account, in UTC days; excludes invitations. */
        registered_start_date: dayFilter,
        registered_end_date: dayFilter,
      })
      .prefault({}),
    sort: sortBy(['name', 'email', 'company', 'role', 'createdAt']),
  }),
  response: z.object({ list: z.array(person), total: z.number().int() }),
});
