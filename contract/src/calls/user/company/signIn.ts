// user/company/signIn
import { z } from 'zod';
import { call } from '../../../call.ts';
import { companySignIn } from '../../../entities/companySignIn.ts';
import { rowId } from '../../../entities/parts.ts';

export const userCompanySignIn = call({
  summary:
    "How people of a company of the branch sign in at the company's provider (OpenID Connect), and which e-mail domains it has proved; never the client's secret.",
  access: { anyOf: ['CompanySignIn'] },
  request: z.object({ id: rowId }),
  response: companySignIn,
  errors: ['companyNotFound'],
});
