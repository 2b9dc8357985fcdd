// auth/setup: makes the first administrator with the one-time link that the server printed.
import { Refusal } from '@heliograph/contract/errors.ts';
import { networkOf } from '../../addresses.ts';
import { makeAdministrator } from '../../db/administrator.ts';
import { takeSetupSecret } from '../../db/setupLink.ts';
import { countTry } from '../../limits.ts';
import { passwordFault } from '../../passwords.ts';
import type { Handler } from '../handler.ts';

export const authSetup: Handler<'auth/setup'> = async (
  { secret, email, password },
  { context, sql, address, noteAudit },
) => {
  await countTry(context, 'setup', networkOf(address));
  const fault = passwordFault(password, { email, brand: context.config.brand });
  if (fault) throw new Refusal(fault);
  if (!(await takeSetupSecret(sql, secret))) throw new Refusal('setupLinkUsed');
  noteAudit({ userId: await makeAdministrator(sql, email, password) });
  return {};
};
