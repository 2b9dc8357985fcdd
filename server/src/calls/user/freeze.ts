// user/freeze: suspends a person's membership in a company, or resumes it.

import { revokeSessions } from '../../access/session.ts';
import { lockPerson, withPeopleLock } from '../../companies/people/lockPeople.ts';
import type { Handler } from '../../platform/handler.ts';

export const userFreeze: Handler<'user/freeze'> = async ({ uid, companyId, isFrozen, reason = '' }, caller) => {
  const { sql, session, at, noteAudit } = caller;
  return await withPeopleLock(caller, async (branch) => {
    await lockPerson(sql, branch, { uid, companyId });
    await sql`
      update memberships set frozen_at = ${isFrozen ? at : null}, frozen_reason = ${isFrozen ? reason : ''},
        frozen_by = ${isFrozen ? session.userId : null}
      where user_id = ${uid} and company_id = ${companyId}`;
    if (isFrozen) await sql`delete from sessions where user_id = ${uid} and company_id = ${companyId}`;
    await revokeSessions(sql, uid);
    noteAudit({ object: `user ${uid}`, after: { companyId, isFrozen, ...(isFrozen ? { reason } : {}) } });
    return {};
  });
};
