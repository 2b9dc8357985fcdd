// account/loginOut: ends the session of the request and no other.

import { revokeSessions } from '../../access/session.ts';
import type { Handler } from '../../platform/handler.ts';

export const accountLoginOut: Handler<'account/loginOut'> = async (_request, { sql, session, noteAudit }) => {
  await sql`delete from sessions where id = ${session.id}`;
  await revokeSessions(sql, session.userId);
  noteAudit({ object: `session ${session.id}` });
  return {};
};
