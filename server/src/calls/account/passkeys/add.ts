// account/passkeys/add: stores a passkey created by a browser.

import { revokeSessions } from '../../../access/session.ts';
import { lockAccount } from '../../../accounts/accountLock.ts';
import { mailSignInChanged } from '../../../accounts/accountMails.ts';
import { addPasskey } from '../../../accounts/secondFactors/passkeys.ts';
import { brandOfRequest } from '../../../brands/brands.ts';
import { asProcess } from '../../../platform/database/rlsSettings.ts';
import type { Handler } from '../../../platform/handler.ts';

export const accountPasskeysAdd: Handler<'account/passkeys/add'> = async ({ name, passkey }, caller) => {
  const { context, sql, session, portal, at, noteAudit } = caller;
  const { userId, email } = session;
  await lockAccount(sql, userId, 'alone');
  const brand = await brandOfRequest(sql, context.config, portal);
  const id = await asProcess(sql, async () => {
    const added = await addPasskey(sql, brand, { userId, at, name, passkey });
    // Creating a passkey proves the second factor for this session.
    await sql`update sessions set second_factor = 'passkey' where id = ${session.id} and second_factor is null`;
    await mailSignInChanged(sql, context.config, { ...caller, email, what: 'passkeyAdded', name });
    return added;
  });
  await revokeSessions(sql, userId);
  noteAudit({ object: `user ${userId}`, after: { passkey: name } });
  return { id };
};
