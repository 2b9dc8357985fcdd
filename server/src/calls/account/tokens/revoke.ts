// account/tokens/revoke: the token ends at once.
import { Refusal } from '@heliograph/contract/errors.ts';
import { revokeSessions } from '../../../access/session.ts';
import type { Handler } from '../../../platform/handler.ts';

export const accountTokensRevoke: Handler<'account/tokens/revoke'> = async ({ id }, { sql, session, noteAudit }) => {
  const [ended] = await sql<{ apiName: string }[]>`
    delete from sessions where user_id = ${session.userId} and id = ${id} and api_scope is not null returning api_name`;
  if (!ended) throw new Refusal('sessionNotFound');
  await revokeSessions(sql, session.userId);
  noteAudit({ object: `user ${session.userId}`, before: { apiToken: id, name: ended.apiName } });
  return {};
};
