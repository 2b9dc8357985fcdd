// account/tokens/make: creates an API token that acts as the account in its current company; the token is shown only once.
import { ApiError } from '@heliograph/contract/errors.ts';
import { MAX_TOKENS } from '@heliograph/contract/limits.ts';
import { hashToken, newSessionToken } from '../../../access/session.ts';
import { lockAccount } from '../../../accounts/accountLock.ts';
import { mailSignInChanged } from '../../../accounts/accountMails.ts';
import { checkPassword } from '../../../accounts/passwords/reauthenticate.ts';
import { consumeCode } from '../../../accounts/secondFactors/secondFactors.ts';
import { API_TOKEN_PREFIX } from '../../../accounts/sessions/tokenSignIn.ts';
import type { ManualWriteContext } from '../../../context.ts';
import type { Transaction } from '../../../platform/database/connect.ts';
import { asProcess } from '../../../platform/database/rlsSettings.ts';
import type { Handler } from '../../../platform/handler.ts';
import { countAttempt, resetAttempts } from '../../../platform/limits/rateLimits.ts';

const DAY_MS = 86_400_000;

export const accountTokensMake: Handler<'account/tokens/make'> = async (request, caller) => {
  const { password, name, scope, days, code } = request;
  const { context, session, at, finish, noteAudit } = caller;
  const { userId, email, companyId, roleId } = session;
  await checkPassword(caller, password);
  if (code !== undefined) await countAttempt(context, 'codes', userId);
  const response = await finish(async (sql) => {
    await lockAccount(sql, userId, 'alone');
    const [existing] = await sql<{ count: number }[]>`
      select count(*)::int as count from sessions
      where user_id = ${userId} and api_scope is not null and expires_at > ${at}`;
    if (existing!.count >= MAX_TOKENS) throw new ApiError('tokensFull', { most: MAX_TOKENS });
    const token = `${API_TOKEN_PREFIX}${newSessionToken()}`;
    const expiresAt = new Date(at.getTime() + days * DAY_MS);
    const [made] = await asProcess(sql, async () => {
      const factor = scope === 'control' ? await shownFactor(sql, caller, code) : null;
      await mailSignInChanged(sql, context.config, { ...caller, email, what: 'tokenMade', name });
      return await sql<{ id: number }[]>`
        insert into sessions (token_hash, user_id, company_id, role_id, created_at, last_used_at, expires_at, api_name, api_scope, second_factor)
        values (${hashToken(token)}, ${userId}, ${companyId}, ${roleId}, ${at}, ${at}, ${expiresAt}, ${name}, ${scope}, ${factor})
        returning id`;
    });
    const { id } = made!;
    noteAudit({ object: `user ${userId}`, after: { apiToken: id, name, scope, days } });
    return { id, token, expiresIso: expiresAt.toISOString() };
  });
  if (code !== undefined) await resetAttempts(context, 'codes', userId);
  return response;
};

/** Returns the second factor that allows a program to make changes for the account: the session's, or that of `code`. */
async function shownFactor(
  sql: Transaction,
  { context, session, at }: Pick<ManualWriteContext, 'context' | 'session' | 'at'>,
  code: string | undefined,
): Promise<'code' | 'recovery' | 'passkey'> {
  const { id, userId, hasSecondFactor } = session;
  const [has] = await sql<{ codes: boolean; passkeys: boolean }[]>`
    select exists (select from second_factors where user_id = ${userId} and confirmed_at is not null) as codes,
      exists (select from passkeys where user_id = ${userId}) as passkeys`;
  if (!has!.codes && !has!.passkeys) throw new ApiError('tokenNeedsSecondFactor');
  if (hasSecondFactor) {
    const [shown] = await sql<{ by: 'code' | 'recovery' | 'passkey' }[]>`
      select second_factor as by from sessions where id = ${id}`;
    return shown!.by;
  }
  if (code === undefined || !has!.codes) throw new ApiError('showSecondFactor');
  return await consumeCode(sql, context.config, { userId, at, code });
}
