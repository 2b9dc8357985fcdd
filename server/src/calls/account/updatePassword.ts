// account/updatePassword: changes the password and ends every other session of the account.
import { Refusal } from '@heliograph/contract/errors.ts';
import { countTry, forgetTries } from '../../limits.ts';
import { hashPassword, passwordFault, passwordIsRight } from '../../passwords.ts';
import { forgetSessions } from '../../session.ts';
import { lockAccount } from '../../sql/accountLock.ts';
import { asProcess } from '../../sql/callSettings.ts';
import type { Handler } from '../handler.ts';

export const accountUpdatePassword: Handler<'account/updatePassword'> = async ({ password, newPassword }, caller) => {
  const { context, sql, session } = caller;
  await countTry(context, 'password', session.userId);
  await lockAccount(sql, session.userId, 'alone');
  // Calls can neither read nor write a password's hash: here the process does.
  const [user] = await asProcess(
    sql,
    () => sql<{ passwordHash: string }[]>`select password_hash from users where id = ${session.userId}`,
  );
  if (!(await passwordIsRight(user?.passwordHash, password))) throw new Refusal('wrongPassword');
  if (newPassword === password) throw new Refusal('samePassword');
  const fault = passwordFault(newPassword, { email: session.email, brand: context.config.brand });
  if (fault) throw new Refusal(fault);
  await forgetTries(context, 'password', session.userId);
  const passwordHash = await hashPassword(newPassword);
  await asProcess(sql, () => sql`update users set password_hash = ${passwordHash} where id = ${session.userId}`);
  await sql`delete from sessions where user_id = ${session.userId} and id <> ${session.id}`;
  await forgetSessions(sql, session.userId);
  return {};
};
