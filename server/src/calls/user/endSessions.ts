// user/endSessions: ends all sessions of a person in a company of the branch.

import { revokeSessions } from '../../access/session.ts';
import { lockPerson, withPeopleLock } from '../../companies/people/lockPeople.ts';
import type { Handler } from '../../platform/handler.ts';

export const userEndSessions: Handler<'user/endSessions'> = async ({ uid, companyId }, caller) => {
  const { sql, noteAudit } = caller;
  return await withPeopleLock(caller, async (branch) => {
    await lockPerson(sql, branch, { uid, companyId });
    // Sessions in other companies are up to those companies.
    const { count } = await sql`delete from sessions where user_id = ${uid} and company_id = ${companyId}`;
    await revokeSessions(sql, uid);
    noteAudit({ object: `user ${uid}`, after: { companyId, ended: count } });
    return { ended: count };
  });
};
