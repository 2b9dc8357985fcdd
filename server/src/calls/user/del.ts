// user/del: removes a person from a company, and deletes the account with its last membership; or withdraws an invitation.

import { indexUsers } from '../../access/peopleIndex.ts';
import { revokeSessions } from '../../access/session.ts';
import { deleteAccount } from '../../accounts/deletion/deleteAccount.ts';
import { lockPerson, withPeopleLock } from '../../companies/people/lockPeople.ts';
import { leaveAllPlants, unassignFromCompany } from '../../plants/sharing/leavePlants.ts';
import type { Handler } from '../../platform/handler.ts';

export const userDel: Handler<'user/del'> = async (request, caller) => {
  const { sql, at, noteAudit } = caller;
  return await withPeopleLock(caller, async (branch) => {
    const { uid, email, invitationId, companyId } = await lockPerson(sql, branch, request);
    if (invitationId > 0) {
      await sql`delete from company_invitations where id = ${invitationId}`;
      noteAudit({ object: `company ${companyId}`, before: { invitationId } });
      return {};
    }
    await sql`delete from sessions where user_id = ${uid} and company_id = ${companyId}`;
    await sql`delete from company_identities where user_id = ${uid} and company_id = ${companyId}`;
    await sql`delete from memberships where user_id = ${uid} and company_id = ${companyId}`;
    const [otherMembership] = await sql`select from memberships where user_id = ${uid} limit 1`;
    if (otherMembership) {
      await indexUsers(sql, [uid]);
      await unassignFromCompany(sql, uid, companyId);
    } else {
      const ownPlants = await leaveAllPlants(sql, { uid, email, at });
      await deleteAccount(sql, uid);
      noteAudit({ after: { account: 'deleted', ownPlants } });
    }
    await revokeSessions(sql, uid);
    noteAudit({ object: `user ${uid}`, before: { companyId } });
    return {};
  });
};
