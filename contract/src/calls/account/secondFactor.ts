// account/secondFactor
import { z } from 'zod';
import { call } from '../../call.ts';
import { iso } from '../../entities/parts.ts';

export const accountSecondFactor = call({
  summary:
    'What the account signs in with beside its password: codes of an app, passkeys, and companies whose own sign-in it has used.',
  access: 'signedIn',
  request: z.object({}),
  response: z.object({
    /** False: the operator has not configured a key to encrypt secrets of authenticator apps. */
    canHaveCodes: z.boolean(),
    /** Time since when sign-in requires a code; null: it does not. */
    codesSinceIso: iso,
    recoveryCodesLeft: z.number().int(),
    passkeys: z.array(z.object({ id: z.string(), name: z.string(), madeIso: z.string(), lastUsedIso: iso })),
    companies: z.array(
      z.object({
        companyId: z.number().int(),
        companyName: z.string(),
        linkedIso: z.string(),
        lastUsedIso: z.string(),
      }),
    ),
  }),
  beforeSecondFactor: true,
});
