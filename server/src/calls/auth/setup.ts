// auth/setup: makes the first administrator with the one-time link that the server printed.
import { Refusal } from '@heliograph/contract/errors.ts';
import { networkOf } from '../../addresses.ts';
import { enterAdministrator } from '../../db/administrator.ts';
import { isSetupSecret, takeSetupSecret } from '../../db/setupLink.ts';
import type { Handler } from '../../handler.ts';
import { countTry } from '../../limits.ts';
import { hashPassword } from '../../passwords.ts';
import { mustBeChoosable } from '../../stolenPasswords.ts';

export const authSetup: Handler<'auth/setup'> = async (
  { secret, email, password },
  { context, address, noteAudit, read, finish },
) => {
  await countTry(context, 'setup', networkOf(address));
  await mustBeChoosable(context, password, email);
  if (!(await read((sql) => isSetupSecret(sql, secret)))) throw new Refusal('setupLinkUsed');
  const passwordHash = await hashPassword(password);
  return await finish(async (sql) => {
    if (!(await takeSetupSecret(sql, secret))) throw new Refusal('setupLinkUsed');
    noteAudit({ userId: await enterAdministrator(sql, email, passwordHash) });
    return {};
  });
};
