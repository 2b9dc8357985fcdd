// account/secondFactor/begin: creates a secret for an authenticator app; sign-in requires codes only after one has been confirmed.

import { readerAt } from '../../../accounts/accountMails.ts';
import { checkPassword } from '../../../accounts/passwords/reauthenticate.ts';
import { base32, otpauthUri } from '../../../accounts/secondFactors/oneTimeCodes.ts';
import { makeSecret } from '../../../accounts/secondFactors/secondFactors.ts';
import { asProcess } from '../../../platform/database/rlsSettings.ts';
import type { Handler } from '../../../platform/handler.ts';
import { keyOfSecrets } from '../../../platform/secrets/sealedSecrets.ts';

export const accountSecondFactorBegin: Handler<'account/secondFactor/begin'> = async ({ password }, caller) => {
  const { context, session, language, at, finish } = caller;
  const key = keyOfSecrets(context.config);
  await checkPassword(caller, password);
  return await finish(async (sql) => {
    const { userId, email } = session;
    const secret = await asProcess(sql, () => makeSecret(sql, key, { userId, at }));
    const { brand } = await readerAt(sql, context.config, email, { language });
    return { secret: base32(secret), uri: otpauthUri(secret, { brand: brand.name, email }) };
  });
};
