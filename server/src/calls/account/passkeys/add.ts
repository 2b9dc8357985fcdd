// account/passkeys/add: keeps a passkey that a browser made.
import { addPasskey } from '../../../changes/passkeys.ts';
import type { Handler } from '../../../handler.ts';
import { tellSignInChanged } from '../../../mail/accountMails.ts';
import { forgetSessions } from '../../../session.ts';
import { lockAccount } from '../../../sql/accountLock.ts';
import { asProcess } from '../../../sql/callSettings.ts';

export const accountPasskeysAdd: Handler<'account/passkeys/add'> = async ({ name, passkey }, caller) => {
  const { context, sql, session, at, noteAudit } = caller;
  const { userId, email } = session;
  await lockAccount(sql, userId, 'alone');
  const id = await asProcess(sql, async () => {
    const added = await addPasskey(sql, context.config, { userId, at, name, passkey });
    // Whoever has just made one has shown it in this session.
    await sql`update sessions set second_factor = 'passkey' where id = ${session.id} and second_factor is null`;
    await tellSignInChanged(sql, context.config, { ...caller, email, what: 'passkeyAdded', name });
    return added;
  });
  await forgetSessions(sql, userId);
  noteAudit({ object: `user ${userId}`, after: { passkey: name } });
  return { id };
};
