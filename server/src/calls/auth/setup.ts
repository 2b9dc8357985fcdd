// auth/setup: makes the first administrator with the one-time link that the server printed.
import { Refusal } from '@heliograph/contract/errors.ts';
import { makeAdministrator } from '../../db/administrator.ts';
import { takeSetupSecret } from '../../db/setupLink.ts';
import type { Handler } from '../../http/handler.ts';
import { countTry } from '../../limits.ts';

export const authSetup: Handler<'auth/setup'> = async ({ secret, email, password }, { context, sql, at, address }) => {
  await countTry(context, 'setup', address);
  await sql.begin(async (tx) => {
    if (!(await takeSetupSecret(tx, secret))) throw new Refusal('setupLinkUsed');
    const userId = await makeAdministrator(tx, email, password);
    await tx`
      insert into audit_log (at, user_id, address, action, object)
      values (${at}, ${userId}, ${address}, 'auth/setup', ${`user ${userId}`})`;
  });
  return {};
};
