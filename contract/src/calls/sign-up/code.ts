// sign-up/code
import { z } from 'zod';
import { call } from '../../call.ts';
import { email } from '../../entities/parts.ts';

export const signUpCode = call({
  summary:
    'Mails the code that sign-up asks for: six digits, for ten minutes and five tries. Who has an account already is told so by that mail, and by nothing else.',
  access: 'public',
  request: z.object({ email }),
  response: z.object({}),
  errors: ['registrationClosed', 'noMailServer', 'tooManyRequests'],
  transaction: 'manual',
  changes: true,
});
