// The whole call table: every path under v2/ with what it takes, gives and may refuse.
import type { z } from 'zod';
import { accountSaveViews } from './calls/account/saveViews.ts';
import { accountViews } from './calls/account/views.ts';
import { accountCalls } from './calls/account.ts';
import { authCalls } from './calls/auth.ts';
import { commonCalls } from './calls/common.ts';
import { deviceCalls } from './calls/device.ts';
import { overviewCalls } from './calls/overview.ts';
import { productCalls } from './calls/product.ts';
import { siteCalls } from './calls/site.ts';

export const calls = {
  ...commonCalls,
  ...authCalls,
  ...accountCalls,
  'account/views': accountViews,
  'account/saveViews': accountSaveViews,
  ...siteCalls,
  ...deviceCalls,
  ...productCalls,
  ...overviewCalls,
} as const;

export type Calls = typeof calls;
export type Path = keyof Calls;
/** What a caller may send: optional fields may be left out. */
export type Request<P extends Path> = z.input<Calls[P]['request']>;
/** What a handler gets: parsed, defaults filled in. */
export type Asked<P extends Path> = z.output<Calls[P]['request']>;
export type Response<P extends Path> = z.output<Calls[P]['response']>;
