// account/secondFactor/begin
import { z } from 'zod';
import { call } from '../../../call.ts';
import { text } from '../../../entities/parts.ts';

export const accountSecondFactorBegin = call({
  summary:
    'Makes the secret of an app that shows codes. Nothing is asked at sign-in before account/secondFactor/confirm.',
  access: 'signedIn',
  request: z.object({ password: text(200, 1) }),
  response: z.object({
    /** Base32, for typing into an authenticator app. */
    secret: z.string(),
    /** For a QR code: otpauth://totp/... */
    uri: z.string(),
  }),
  errors: ['wrongPassword', 'secondFactorOn', 'noSecondFactorKey', 'tooManyRequests'],
  transaction: 'manual',
  changes: true,
  renewsToken: true,
  beforeSecondFactor: true,
  returnsSecret: true,
});
