// Which calls a program reaches with a token of an account: by the table of calls alone, so that a new call needs no rule.
import type { Call } from './call.ts';
import type { ApiScope } from './entities/signIn.ts';

/** Passwords, second steps, sessions, tokens ... are for people. Public programs ask who they are. */
const ABOUT_THE_ACCOUNT = /^account\//;
const WHO_AM_I = 'account/info';

export function tokenMay(
  path: string,
  { access, changes }: Pick<Call, 'access' | 'changes'>,
  scope: ApiScope,
): boolean {
  if (access === 'public' || path === WHO_AM_I) return true;
  return !ABOUT_THE_ACCOUNT.test(path) && (scope === 'control' || !changes);
}
