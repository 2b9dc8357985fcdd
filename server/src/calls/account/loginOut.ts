// account/loginOut: ends the session it came with, and no other.

import type { Handler } from '../../platform/handler.ts';
import { forgetSessions } from '../../access/session.ts';

export const accountLoginOut: Handler<'account/loginOut'> = async (_request, { sql, session, noteAudit }) => {
  await sql`delete from sessions where id = ${session.id}`;
  await forgetSessions(sql, session.userId);
  noteAudit({ object: `session ${session.id}` });
  return {};
};
