// auth/setup: creates the first administrator with the one-time link that the server printed.
import { ApiError } from '@heliograph/contract/errors.ts';
import { createAdministrator } from '../../accounts/firstAdministrator.ts';
import { assertPasswordAllowed } from '../../accounts/passwords/breachedPasswords.ts';
import { hashPassword } from '../../accounts/passwords/passwords.ts';
import { consumeSetupSecret, isSetupSecret } from '../../accounts/setupLink.ts';
import type { Handler } from '../../platform/handler.ts';
import { networkOf } from '../../platform/limits/networks.ts';
import { countAttempt } from '../../platform/limits/rateLimits.ts';

export const authSetup: Handler<'auth/setup'> = async (
  { secret, email, password },
  { context, address, noteAudit, read, finish },
) => {
  await countAttempt(context, 'setup', networkOf(address));
  await assertPasswordAllowed(context, password, email);
  if (!(await read((sql) => isSetupSecret(sql, secret)))) throw new ApiError('setupLinkUsed');
  const passwordHash = await hashPassword(password);
  return await finish(async (sql) => {
    if (!(await consumeSetupSecret(sql, secret))) throw new ApiError('setupLinkUsed');
    noteAudit({ userId: await createAdministrator(sql, email, passwordHash) });
    return {};
  });
};
