// sign-in
import { z } from 'zod';
import { call } from '../call.ts';
import { text } from '../entities/parts.ts';
import { userInfo } from '../entities/user.ts';

const tokenInfo = z.object({
  token: z.string(),
  /** Epoch seconds; renewed by use. */
  expiresAt: z.number().int(),
  /** Seconds: 43200. */
  duration: z.number().int(),
});

export const signIn = call({
  summary: 'Opens a session. Wrong credentials: HTTP 200 with code 401. Sessions are independent of each other.',
  access: 'public',
  request: z.object({ account: text(254, 1), password: text(200, 1) }),
  response: z.object({ userInfo, tokenInfo, siteCount: z.number().int() }),
  refusals: ['wrongCredentials', 'accountFrozen', 'tooManyRequests'],
});
