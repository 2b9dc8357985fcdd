// account/companies
import { z } from 'zod';
import { call } from '../../call.ts';

export const accountCompanies = call({
  summary: 'Companies in which the account has a place, and which one this session is in.',
  access: 'signedIn',
  request: z.object({}),
  response: z.object({
    list: z.array(
      z.object({
        companyId: z.number().int(),
        companyName: z.string(),
        groupName: z.string(),
        isCurrent: z.boolean(),
      }),
    ),
  }),
  beforeSecondFactor: true,
});
