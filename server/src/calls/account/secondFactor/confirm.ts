// account/secondFactor/confirm: turns codes on for sign-in; returns the recovery codes, which are shown only once.

import { revokeSessions } from '../../../access/session.ts';
import { mailSignInChanged } from '../../../accounts/accountMails.ts';
import { confirmSecret } from '../../../accounts/secondFactors/secondFactors.ts';
import { asProcess } from '../../../platform/database/rlsSettings.ts';
import type { Handler } from '../../../platform/handler.ts';
import { countAttempt, resetAttempts } from '../../../platform/limits/rateLimits.ts';
import { keyOfSecrets } from '../../../platform/secrets/sealedSecrets.ts';

export const accountSecondFactorConfirm: Handler<'account/secondFactor/confirm'> = async ({ code }, caller) => {
  const { context, sql, session, at, noteAudit } = caller;
  const { userId, email } = session;
  const key = keyOfSecrets(context.config);
  await countAttempt(context, 'codes', userId);
  const recoveryCodes = await asProcess(sql, async () => {
    const codes = await confirmSecret(sql, key, { userId, at, code });
    // Confirming a code proves the second factor for this session.
    await sql`update sessions set second_factor = 'code' where id = ${session.id}`;
    await mailSignInChanged(sql, context.config, { ...caller, email, what: 'codesOn' });
    return codes;
  });
  await resetAttempts(context, 'codes', userId);
  await revokeSessions(sql, userId);
  noteAudit({ object: `user ${userId}`, after: { secondFactor: 'on' } });
  return { recoveryCodes };
};
