// user/company/create
import { z } from 'zod';
import { call } from '../../../call.ts';
import { MADE_KINDS } from '../../../companies.ts';
import { email, languageCode, rowId, text } from '../../../entities/parts.ts';
import { invitationLink } from '../../../entities/person.ts';

export const userCompanyCreate = call({
  summary:
    'Makes a company below one of the branch, and invites who manages it by mail, or by a link to hand over where the server sends none.',
  access: { anyOf: ['CompanyCreate'] },
  request: z.object({
    companyName: text(120, 1),
    kind: z.enum(MADE_KINDS),
    /** The company above it. */
    distributorCompanyId: rowId,
    /** Omitted: nobody is invited. */
    managerEmail: email.or(z.literal('')).optional(),
    managerName: text(120).optional(),
    /** Of the manager's invitation and account; that of the request by default. */
    language: languageCode.optional(),
  }),
  response: z.object({ id: z.number().int(), link: invitationLink }),
  errors: ['companyNotFound', 'companyKind', 'roleNotAssignable', 'tooManyRequests'],
  transaction: 'change',
  returnsSecret: true,
});
