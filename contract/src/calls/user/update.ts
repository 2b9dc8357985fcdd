// user/update
import { z } from 'zod';
import { call } from '../../call.ts';
import { rowId } from '../../entities/parts.ts';
import { inCompany, profile } from '../../entities/person.ts';

export const userUpdate = call({
  summary:
    "Changes a person's role in a company, who manages it, and name, telephone and address; omitted fields stay unchanged.",
  access: { anyOf: ['UserUpdate'] },
  request: z.object({
    ...inCompany,
    ...profile,
    groupId: rowId.optional(),
    /** Makes the person the manager of the company, replacing the previous one. */
    isCompanyOwner: z.boolean().optional(),
  }),
  response: z.object({}),
  errors: ['personNotFound', 'notOneself', 'outranksYou', 'roleNotAssignable', 'ownProfile', 'unknownCountry'],
  transaction: 'change',
});
