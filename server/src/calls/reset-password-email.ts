// reset-password-email: sets a new password by a mailed one-time link. Ends every session of the account and clears lockouts by failed sign-ins.
import { ApiError } from '@heliograph/contract/errors.ts';
import { hashToken, revokeSessions } from '../access/session.ts';
import { lockAccount } from '../accounts/accountLock.ts';
import { mailPasswordChanged } from '../accounts/accountMails.ts';
import { assertPasswordAllowed } from '../accounts/passwords/breachedPasswords.ts';
import { hashPassword } from '../accounts/passwords/passwords.ts';
import { clearLockouts, rememberNetwork } from '../accounts/sessions/signInLimits.ts';
import { bindInvitations } from '../plants/sharing/invitations.ts';
import type { Transaction } from '../platform/database/connect.ts';
import type { Handler } from '../platform/handler.ts';
import { networkOf } from '../platform/limits/networks.ts';
import { countAttempt } from '../platform/limits/rateLimits.ts';

export const resetPasswordEmail: Handler<'reset-password-email'> = async (
  { token, password },
  { context, address, at, language, noteAudit, read, finish },
) => {
  await countAttempt(context, 'resets', networkOf(address));
  const tokenHash = hashToken(token);
  const account = await read((sql) => accountOf(sql, tokenHash, at));
  if (!account) throw new ApiError('passwordResetNotFound');
  const { id, email, networks } = account;
  await assertPasswordAllowed(context, password, email);
  const passwordHash = await hashPassword(password, address);
  const response = await finish(async (sql) => {
    await lockAccount(sql, id, 'alone');
    // Of two concurrent requests with one link the first one wins; a newer link invalidates it even now.
    const { count } = await sql`
      delete from password_resets where email = ${email} and token_hash = ${tokenHash} and expires_at > ${at}`;
    if (count === 0) throw new ApiError('passwordResetNotFound');
    const [before] = await sql<{ isProven: boolean }[]>`select address_proven as is_proven from users where id = ${id}`;
    // The mailed link proves the address.
    await sql`update users set password_hash = ${passwordHash}, address_proven = true where id = ${id}`;
    if (!before?.isProven) await bindInvitations(sql, id, email);
    await sql`delete from sessions where user_id = ${id}`;
    await revokeSessions(sql, id);
    await rememberNetwork(sql, { userId: id, address, at });
    await mailPasswordChanged(sql, context.config, { email, language, at });
    noteAudit({ userId: id });
    return {};
  });
  await clearLockouts(context, { userId: id, email, networks: [...networks, networkOf(address)] });
  return response;
};

interface Account {
  id: number;
  email: string;
  /** Networks from which it has signed in. */
  networks: string[];
}

async function accountOf(sql: Transaction, tokenHash: Buffer, at: Date): Promise<Account | undefined> {
  const [account] = await sql<Account[]>`
    select u.id, u.email, array(select n.network from sign_in_networks n where n.user_id = u.id) as networks
    from password_resets r join users u on u.email = r.email
    where r.token_hash = ${tokenHash} and r.expires_at > ${at} and u.frozen_at is null`;
  return account;
}
