// account/secondFactor/end: the password alone opens the account again; asks for both.

import { endCodes, takeCode } from '../../../changes/secondFactors.ts';
import type { Handler } from '../../../handler.ts';
import { countTry, forgetTries } from '../../../limits.ts';
import { tellSignInChanged } from '../../../mail/accountMails.ts';
import { checkPassword } from '../../../ownPassword.ts';
import { asProcess } from '../../../sql/callSettings.ts';

export const accountSecondFactorEnd: Handler<'account/secondFactor/end'> = async ({ password, code }, caller) => {
  const { context, session, at, finish, noteAudit } = caller;
  const { userId, email } = session;
  await checkPassword(caller, password);
  await countTry(context, 'codes', userId);
  const answer = await finish(async (sql) => {
    await asProcess(sql, async () => {
      await takeCode(sql, context.config, { userId, at, code });
      await endCodes(sql, userId);
      await tellSignInChanged(sql, context.config, { ...caller, email, what: 'codesOff' });
    });
    noteAudit({ object: `user ${userId}`, after: { secondFactor: 'off' } });
    return {};
  });
  await forgetTries(context, 'codes', userId);
  return answer;
};
