// account/logOff: deletes the account. This cannot be undone.
import { ApiError } from '@heliograph/contract/errors.ts';
import { readerAt } from '../../accounts/accountMails.ts';
import { sendAccountDeletedMail } from '../../accounts/deletion/accountDeletedMail.ts';
import { detachAccount } from '../../accounts/deletion/leaveAccount.ts';
import { checkPassword } from '../../accounts/passwords/reauthenticate.ts';
import type { Session } from '../../context.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { asProcess } from '../../platform/database/rlsSettings.ts';
import type { Handler } from '../../platform/handler.ts';

export const accountLogOff: Handler<'account/logOff'> = async ({ password, email, plants }, caller) => {
  const { context, session, language, at, noteAudit, finish } = caller;
  const checked = await checkPassword(caller, password);
  if (email.toLowerCase() !== session.email.toLowerCase()) throw new ApiError('notYourEmail');
  return await finish(async (sql) => {
    await asProcess(sql, async () => {
      await checked.assertUnchanged(sql);
      await assertCodeShown(sql, session);
      const reader = await readerAt(sql, context.config, session.email, { language });
      const deleted = await detachAccount(sql, { userId: session.userId, email: session.email, plants, at });
      await sendAccountDeletedMail(sql, context.config, { reader, at });
      noteAudit({ after: { deleted } });
    });
    return {};
  });
};

/** Throws if the account has codes but this session never showed one, as it began before they were turned on. */
async function assertCodeShown(sql: Transaction, { userId, hasSecondFactor }: Session): Promise<void> {
  if (hasSecondFactor) return;
  const codes = await sql`select from second_factors where user_id = ${userId} and confirmed_at is not null`;
  if (codes.length > 0) throw new ApiError('secondFactorNeeded');
}
