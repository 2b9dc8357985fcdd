// user/resetSecondFactor
import { z } from 'zod';
import { call } from '../../call.ts';
import { inCompany } from '../../entities/person.ts';

export const userResetSecondFactor = call({
  summary:
    'For who has lost app, recovery codes and passkeys: after 24 hours the password alone opens the account once more, and its codes and passkeys end. The person is mailed at once; signing in with a code or a passkey meanwhile ends the request.',
  access: { anyOf: ['UserUpdate'] },
  request: z.object(inCompany),
  response: z.object({ dueIso: z.string() }),
  errors: ['personNotFound', 'notOneself', 'outranksYou', 'worksElsewhere', 'nothingToReset', 'signInWithFactor'],
  transaction: 'change',
});
