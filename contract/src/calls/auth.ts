// Signing in and the menus of a role.
import { z } from 'zod';
import { call } from '../call.ts';
import { email, ignored, rowId, secret, text } from '../entities/parts.ts';
import { menu, userInfo } from '../entities/user.ts';

const tokenInfo = z.object({
  token: z.string(),
  /** Epoch seconds; renewed by use. */
  expiresAt: z.number().int(),
  /** Seconds: 43200. */
  duration: z.number().int(),
});

export const authCalls = {
  'sign-in': call({
    summary: 'Opens a session. Wrong credentials: HTTP 200 with code 401. Sessions are independent of each other.',
    access: 'public',
    request: z.object({ account: text(254, 1), password: text(200, 1) }),
    response: z.object({ userInfo, tokenInfo, siteCount: z.number().int() }),
    refusals: ['wrongCredentials', 'accountFrozen', 'tooManyRequests'],
  }),
  'auth/role/menu/view': call({
    summary: 'The menus of the signed-in role: pages (1), buttons (2) and page modules (3).',
    access: 'signedIn',
    /** `role_id` is the session's groupId; another role's menus are refused. */
    request: z.object({ role_id: rowId, is_login: ignored }),
    response: z.object({ list: z.array(menu) }),
    refusals: ['forbidden'],
  }),
  'auth/setup': call({
    summary: 'First start in production: makes the first administrator with the one-time link the server printed.',
    access: 'public',
    request: z.object({
      secret: secret(100, 20),
      email,
      password: text(200, 12),
    }),
    response: z.object({}),
    refusals: ['setupLinkUsed', 'passwordCommon', 'passwordIsAccount', 'passwordIsProduct', 'tooManyRequests'],
    changes: true,
  }),
} as const;
