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
    /** `read`: no call that changes anything. `control`: all that the role may. Neither: calls about the account itself. */
    scope: apiScope,
    /** For so many days it is good. */
    days: int(1, MAX_TOKEN_DAYS),
    /** Of the account's app, or a recovery code: for `control`, from a session that was opened without a second factor. */
    code: text(40).optional(),
  }),
  response: z.object({ id: z.number().int(), token: z.string(), expiresIso: z.string() }),
  refusals: [
    'wrongPassword',
    'tokensFull',
    'tooManyRequests',
    'tokenNeedsSecondFactor',
    'showSecondFactor',
    'wrongSecondFactor',
    'noSecondFactorKey',
  ],
  transaction: 'own',
  changes: true,
  renewsToken: true,
  returnsSecret: true,
});
