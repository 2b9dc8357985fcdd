// user/create
import { z } from 'zod';
import { call } from '../../call.ts';
import { email, languageCode, rowId, text } from '../../entities/parts.ts';
import { invitationLink, profile } from '../../entities/person.ts';

export const userCreate = call({
  summary:
    'Invites a person into a company of the branch by mail, or by a link to hand over where the server sends none; whoever has an account joins with it. Asked again, it makes a new link that ends the one before. The answer is the same whether or not the address has an account.',
  access: { anyOf: ['UserCreate'] },
  request: z.object({
    ...profile,
    email,
    contactPerson: text(120, 1),
    companyId: rowId,
    /** The role. */
    groupId: rowId,
    /** Of the invitation, and of the account made from it; that of the request by default. */
    language: languageCode.optional(),
  }),
  response: z.object({ invitationId: z.number().int(), link: invitationLink }),
  errors: ['companyNotFound', 'roleNotAssignable', 'alreadyMember', 'unknownCountry', 'tooManyRequests'],
  transaction: 'change',
  returnsSecret: true,
});
