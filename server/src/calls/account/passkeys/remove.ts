// account/passkeys/remove: deletes a passkey, which ends sign-in with it.
import { ApiError } from '@heliograph/contract/errors.ts';
import type { Handler } from '../../../platform/handler.ts';

export const accountPasskeysRemove: Handler<'account/passkeys/remove'> = async (
  { id },
  { sql, session, noteAudit },
) => {
  const [passkey] = await sql<{ name: string }[]>`
    delete from passkeys where id = ${id} and user_id = ${session.userId} returning name`;
  if (!passkey) throw new ApiError('passkeyNotFound');
  noteAudit({ object: `user ${session.userId}`, before: { passkey: passkey.name } });
  return {};
};
