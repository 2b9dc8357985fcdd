// email-forget-password
import { z } from 'zod';
import { call } from '../call.ts';
import { email } from '../entities/parts.ts';

export const emailForgetPassword = call({
  summary:
    'Mails a link with which a new password is chosen: once, within 30 minutes, and only the newest. The answer is the same whether or not the address has an account.',
  access: 'public',
  request: z.object({ email }),
  response: z.object({}),
  errors: ['noMailServer', 'tooManyRequests'],
  transaction: 'manual',
  changes: true,
});
