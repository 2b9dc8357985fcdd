// account/tokens/make
import { z } from 'zod';
import { call } from '../../../call.ts';
import { int, text } from '../../../entities/parts.ts';
import { apiScope } from '../../../entities/signIn.ts';
import { MAX_TOKEN_DAYS } from '../../../limits.ts';

export const accountTokensMake = call({
  summary: 'Makes a token for a program that acts as this account in its present company; it is told this once.',
  access: 'signedIn',
  request: z.object({
    password: text(200, 1),
    name: text(60, 1),
    /** `read`: calls that change nothing. `control`: everything the role permits. Neither: calls about the account itself. */
    scope: apiScope,
    /** Validity in days. */
    days: int(1, MAX_TOKEN_DAYS),
    /** Code of the account's authenticator app, or a recovery code: required for `control` in a session opened without a second factor. */
    code: text(40).optional(),
  }),
  response: z.object({ id: z.number().int(), token: z.string(), expiresIso: z.string() }),
  errors: [
    'wrongPassword',
    'tokensFull',
    'tooManyRequests',
    'tokenNeedsSecondFactor',
    'showSecondFactor',
    'wrongSecondFactor',
    'noSecondFactorKey',
  ],
  transaction: 'manual',
  changes: true,
  renewsToken: true,
  returnsSecret: true,
});
