// auth/setup
import { z } from 'zod';
import { call } from '../../call.ts';
import { email, secret, text } from '../../entities/parts.ts';

export const authSetup = call({
  summary: 'First start in production: makes the first administrator with the one-time link the server printed.',
  access: 'public',
  request: z.object({
    secret: secret(100, 20),
    email,
    password: text(200, 12),
  }),
  response: z.object({}),
  errors: [
    'setupLinkUsed',
    'passwordCommon',
    'passwordStolen',
    'passwordIsAccount',
    'passwordIsProduct',
    'tooManyRequests',
  ],
  transaction: 'manual',
  changes: true,
  returnsSecret: true,
});
