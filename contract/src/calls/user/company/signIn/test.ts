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
    /** Where people of the company will be sent. */
    signInHost: z.string(),
    /** It tells e-mail addresses, as far as it says what it tells. */
    tellsEmail: z.boolean(),
  }),
  refusals: ['companyNotFound', 'providerFails', 'tooManyRequests'],
  transaction: 'own',
  changes: false,
});
