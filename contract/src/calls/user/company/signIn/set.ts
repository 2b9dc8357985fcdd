// user/company/signIn/set
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { companySignInSetting } from '../../../../entities/companySignIn.ts';
import { rowId } from '../../../../entities/parts.ts';

export const userCompanySignInSet = call({
  summary:
    "Names a company's provider (OpenID Connect) and its e-mail domains. A domain is of use once its DNS holds the record; one that is left out ends, and another issuer ends the links of all people.",
  access: { anyOf: ['CompanySignIn'] },
  request: z.object({ id: rowId, ...companySignInSetting }),
  response: z.object({}),
  errors: ['companyNotFound', 'roleNotAssignable', 'noSecondFactorKey'],
  transaction: 'change',
});
