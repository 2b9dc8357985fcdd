// account/secondFactor/end: turns codes off, so that the password alone suffices; requires the password and a code.

import { mailSignInChanged } from '../../../accounts/accountMails.ts';
import { checkPassword } from '../../../accounts/passwords/reauthenticate.ts';
import { consumeCode, endCodes } from '../../../accounts/secondFactors/secondFactors.ts';
import { asProcess } from '../../../platform/database/rlsSettings.ts';
import type { Handler } from '../../../platform/handler.ts';
import { countAttempt, resetAttempts } from '../../../platform/limits/rateLimits.ts';

export const accountSecondFactorEnd: Handler<'account/secondFactor/end'> = async ({ password, code }, caller) => {
  const { context, session, at, finish, noteAudit } = caller;
  const { userId, email } = session;
  await checkPassword(caller, password);
  await countAttempt(context, 'codes', userId);
  const response = await finish(async (sql) => {
    await asProcess(sql, async () => {
      await consumeCode(sql, context.config, { userId, at, code });
      await endCodes(sql, userId);
      await mailSignInChanged(sql, context.config, { ...caller, email, what: 'codesOff' });
    });
    noteAudit({ object: `user ${userId}`, after: { secondFactor: 'off' } });
    return {};
  });
  await resetAttempts(context, 'codes', userId);
  return response;
};
