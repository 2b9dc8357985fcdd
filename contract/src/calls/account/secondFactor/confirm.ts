// account/secondFactor/confirm
import { z } from 'zod';
import { call } from '../../../call.ts';
import { oneTimeCode } from '../../../entities/signIn.ts';

export const accountSecondFactorConfirm = call({
  summary: 'Turns on the second step of sign-in with a first code of the app; answers recovery codes, told this once.',
  access: 'signedIn',
  request: z.object({ code: oneTimeCode }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['wrongSecondFactor', 'secondFactorOn', 'noSecondFactorKey', 'tooManyRequests'],
  transaction: 'change',
  renewsToken: true,
  beforeSecondFactor: true,
  returnsSecret: true,
});
