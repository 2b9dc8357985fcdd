// Sign-in with an API token instead of the password, for programs that only know an account and a password.
import type { Response } from '@heliograph/contract/calls.ts';
import { hashToken, readSession } from '../../access/session.ts';
import type { PublicCaller } from '../../context.ts';
import { userInfoOf } from '../presentUser.ts';
import { countSites, readAccount } from './openSession.ts';

/** How an API token begins, so that a leaked one is recognizable, for example in a file that should not contain one. */
export const API_TOKEN_PREFIX = 'hgt_';

/** Answers as `sign-in` does, with the API token as the session's; null: it is none of this account. */
export async function signInWithToken(
  { context, sql, at, address, language }: PublicCaller,
  email: string,
  token: string,
): Promise<(Response<'sign-in'> & { userId: number }) | null> {
  if (!token.startsWith(API_TOKEN_PREFIX)) return null;
  const session = await readSession(sql, hashToken(token), at);
  if (!session?.api || session.email !== email) return null;
  const { userId, companyId, expiresAt } = session;
  const account = await readAccount(sql, sql`u.id = ${userId} and m.company_id = ${companyId}`, { address, at });
  if (!account) return null;
  const expiresMs = expiresAt.getTime();
  return {
    userId,
    userInfo: await userInfoOf(sql, context.config, language, account),
    tokenInfo: {
      token,
      expiresAt: Math.floor(expiresMs / 1000),
      duration: Math.floor((expiresMs - at.getTime()) / 1000),
    },
    siteCount: await countSites(sql, session),
  };
}
