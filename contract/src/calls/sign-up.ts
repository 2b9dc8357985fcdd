// sign-up
import { z } from 'zod';
import { call } from '../call.ts';
import { country, email, text } from '../entities/parts.ts';

/** `business`: owns plants as a company and services no others. */
export const SIGN_UP_KINDS = ['owner', 'business', 'installer'] as const;
export type SignUpKind = (typeof SIGN_UP_KINDS)[number];

export const signUp = call({
  summary:
    'Makes an account with the code that was mailed. An installer company gets a company of its own, whose owner the account is; owners get none.',
  access: 'public',
  request: z
    .object({
      kind: z.enum(SIGN_UP_KINDS),
      email,
      code: text(6, 6).regex(/^\d{6}$/),
      /** Trimmed like at sign-in. */
      password: text(200, 6),
      contactPerson: text(120, 1),
      /** For an installer or a business. */
      companyName: text(120).optional(),
      contactNumber: text(40).optional(),
      countryCode: country,
      StateCode: text(10).optional(),
      city: text(120).optional(),
      street: text(200).optional(),
      /** Agreed version of terms and privacy policy: TERMS_VERSION. */
      agreedTo: text(10, 1),
    })
    .refine(({ kind, companyName }) => kind === 'owner' || (companyName ?? '') !== '', {
      path: ['companyName'],
      message: 'A company has a name',
    }),
  response: z.object({}),
  errors: [
    'registrationClosed',
    'termsHaveChanged',
    'wrongCode',
    'unknownCountry',
    'passwordCommon',
    'passwordStolen',
    'passwordIsAccount',
    'passwordIsProduct',
    'tooManyRequests',
  ],
  transaction: 'manual',
  changes: true,
});
