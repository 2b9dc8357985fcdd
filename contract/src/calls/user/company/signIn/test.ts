// user/company/signIn/test
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { issuer } from '../../../../entities/companySignIn.ts';
import { rowId } from '../../../../entities/parts.ts';

export const userCompanySignInTest = call({
  summary: 'Asks a provider (OpenID Connect) what it offers; nothing is kept, and nobody is signed in.',
  access: { anyOf: ['CompanySignIn'] },
  request: z.object({ id: rowId, issuer }),
  response: z.object({
    /** Host where users of the company will sign in. */
    signInHost: z.string(),
    /** Whether it provides email addresses, according to its metadata. */
    tellsEmail: z.boolean(),
  }),
  errors: ['companyNotFound', 'providerFails', 'tooManyRequests'],
  transaction: 'manual',
  changes: false,
});
