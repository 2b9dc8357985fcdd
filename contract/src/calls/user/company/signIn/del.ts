// user/company/signIn/del
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { rowId } from '../../../../entities/parts.ts';

export const userCompanySignInDel = call({
  summary:
    "Ends a company's sign-in at its provider with its domains and the links of its people, who keep their accounts; sessions that are open stay.",
  access: { anyOf: ['CompanySignIn'] },
  request: z.object({ id: rowId }),
  response: z.object({}),
  errors: ['companyNotFound', 'noCompanySignIn'],
  transaction: 'change',
});
