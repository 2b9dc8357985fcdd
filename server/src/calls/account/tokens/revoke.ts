// account/tokens/revoke: revokes an API token immediately.
import { ApiError } from '@heliograph/contract/errors.ts';
import { revokeSessions } from '../../../access/session.ts';
import type { Handler } from '../../../platform/handler.ts';

export const accountTokensRevoke: Handler<'account/tokens/revoke'> = async ({ id }, { sql, session, noteAudit }) => {
  const [revoked] = await sql<{ apiName: string }[]>`
    delete from sessions where user_id = ${session.userId} and id = ${id} and api_scope is not null returning api_name`;
  if (!revoked) throw new ApiError('sessionNotFound');
  await revokeSessions(sql, session.userId);
  noteAudit({ object: `user ${session.userId}`, before: { apiToken: id, name: revoked.apiName } });
  return {};
};
