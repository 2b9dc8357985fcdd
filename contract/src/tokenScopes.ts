// Calls that are open to API tokens, derived from the table of calls, so that a new call needs no rule.
import type { Call } from './call.ts';
import type { ApiScope } from './entities/signIn.ts';

/** Calls about passwords, second factors, sessions and tokens are for people. Programs may read whose account they use. */
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
