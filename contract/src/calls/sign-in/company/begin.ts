// sign-in/company/begin
import { z } from 'zod';
import { call } from '../../../call.ts';
import { email, text } from '../../../entities/parts.ts';

export const signInCompanyBegin = call({
  summary:
    "Where the browser goes to sign in with a company (OpenID Connect), good for ten minutes in this browser. It answers by the address's domain alone, whether or not there is such an account.",
  access: 'public',
  request: z.object({
    account: email,
    /** Page of the portal to continue on. */
    redirect: text(2000).optional(),
  }),
  response: z.object({ url: z.string() }),
  errors: ['noCompanySignIn', 'providerFails', 'tooManyRequests'],
  transaction: 'manual',
  changes: false,
});
