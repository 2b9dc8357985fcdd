// user/endSessions: whoever is signed in as somebody of the branch has to sign in again.

import { revokeSessions } from '../../access/session.ts';
import { changePeople, lockPerson } from '../../companies/people/lockPeople.ts';
import type { Handler } from '../../platform/handler.ts';

export const userEndSessions: Handler<'user/endSessions'> = async ({ uid, companyId }, caller) => {
  const { sql, noteAudit } = caller;
  return await changePeople(caller, async (branch) => {
    await lockPerson(sql, branch, { uid, companyId });
    // What the account does in its other companies is theirs to say.
    const { count } = await sql`delete from sessions where user_id = ${uid} and company_id = ${companyId}`;
    await revokeSessions(sql, uid);
    noteAudit({ object: `user ${uid}`, after: { companyId, ended: count } });
    return { ended: count };
  });
};
