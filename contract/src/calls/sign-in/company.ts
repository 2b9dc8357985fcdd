// sign-in/company
import { z } from 'zod';
import { call } from '../../call.ts';
import { text } from '../../entities/parts.ts';
import { oneTimeCode, signedIn } from '../../entities/signIn.ts';

export const signInCompany = call({
  summary:
    "Opens a session with what a company's provider (OpenID Connect) has answered, in the browser that was sent there. An account with a second step is refused with code 1492 until a code is sent along, one that has never agreed to the terms with 1590 until `agreedTo` is.",
  access: 'public',
  request: z.object({
    state: text(200, 1),
    /** Returned with it; a provider that refuses returns `error` instead. */
    code: text(4000, 1).optional(),
    iss: text(500, 1).optional(),
    error: text(200, 1).optional(),
    /** After the provider's response was accepted: a code of the account's app, or a recovery code. */
    secondStep: oneTimeCode.optional(),
    /** With or after the provider's response: agreed version of terms and privacy policy, TERMS_VERSION. */
    agreedTo: text(10, 1).optional(),
  }),
  response: signedIn.extend({
    /** Page of the portal to continue on; '' for any. */
    redirect: z.string(),
  }),
  errors: [
    'noCompanySignIn',
    'companySignInOver',
    'companySignInNotConfirmed',
    'emailNotOfCompany',
    'notOfCompany',
    'providerFails',
    'accountFrozen',
    'tooManyRequests',
    'termsNeeded',
    'termsHaveChanged',
    'secondFactorNeeded',
    'wrongSecondFactor',
    'noSecondFactorKey',
  ],
  transaction: 'manual',
  changes: false,
  opensSession: true,
  returnsSecret: true,
});
