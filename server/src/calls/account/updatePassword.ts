// account/updatePassword: changes the password and ends every other session of the account.
import { Refusal } from '@heliograph/contract/errors.ts';
import type { Transaction } from '../../db/connect.ts';
import type { Handler } from '../../handler.ts';
import { countTry, forgetTries } from '../../limits.ts';
import { tellPasswordChanged } from '../../mail/accountMails.ts';
import { hashPassword, passwordFault, passwordIsRight } from '../../passwords.ts';
import { forgetSessions } from '../../session.ts';
import { lockAccount } from '../../sql/accountLock.ts';
import { asProcess } from '../../sql/callSettings.ts';

export const accountUpdatePassword: Handler<'account/updatePassword'> = async ({ password, newPassword }, caller) => {
  const { context, session, language, at, read, finish } = caller;
  await countTry(context, 'password', session.userId);
  // Calls can neither read nor write a password's hash: here the process does.
  const checked = await read((sql) => asProcess(sql, () => hashOf(sql, session.userId)));
  if (!(await passwordIsRight(checked, password))) throw new Refusal('wrongPassword');
  if (newPassword === password) throw new Refusal('samePassword');
  const fault = passwordFault(newPassword, { email: session.email, brand: context.config.brand });
  if (fault) throw new Refusal(fault);
  await forgetTries(context, 'password', session.userId);
  const passwordHash = await hashPassword(newPassword);
  return await finish(async (sql) => {
    await lockAccount(sql, session.userId, 'alone');
    // Only while it is still the one that was checked.
    const isChanged = await asProcess(sql, async () => {
      const { count } = await sql`
        update users set password_hash = ${passwordHash} where id = ${session.userId} and password_hash = ${checked!}`;
      if (count > 0) await tellPasswordChanged(sql, context.config, { email: session.email, language, at });
      return count > 0;
    });
    if (!isChanged) throw new Refusal('wrongPassword');
    await sql`delete from sessions where user_id = ${session.userId} and id <> ${session.id}`;
    await forgetSessions(sql, session.userId);
    return {};
  });
};

async function hashOf(sql: Transaction, userId: number): Promise<string | undefined> {
  const [user] = await sql<{ passwordHash: string }[]>`select password_hash from users where id = ${userId}`;
  return user?.passwordHash;
}
