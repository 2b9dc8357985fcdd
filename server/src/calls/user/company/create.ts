// user/company/create: creates a company below one of the branch, and invites its manager.

import { ApiError } from '@heliograph/contract/errors.ts';
import { indexCompanies } from '../../../access/peopleIndex.ts';
import { revokeSessions } from '../../../access/session.ts';
import { deliverInvitation } from '../../../accounts/accountMails.ts';
import { assertKindBelow } from '../../../companies/companyTree.ts';
import { invite, mayInvite } from '../../../companies/people/invitations.ts';
import { accessibleCompany, withPeopleLock } from '../../../companies/people/lockPeople.ts';
import { assignableRoles } from '../../../companies/people/people.ts';
import type { Handler } from '../../../platform/handler.ts';

export const userCompanyCreate: Handler<'user/company/create'> = async (request, caller) => {
  const { sql, at, noteAudit } = caller;
  const { companyName, kind, managerEmail = '', managerName = '', language = caller.language } = request;
  if (managerEmail !== '') await mayInvite(caller);
  return await withPeopleLock(caller, async (branch) => {
    const parent = await accessibleCompany(sql, branch, request.distributorCompanyId);
    assertKindBelow(kind, parent);
    const [made] = await sql<{ id: number }[]>`
      insert into companies (parent_id, kind, name, brand_id, created_at)
      values (${parent.id}, ${kind}, ${companyName}, ${parent.brandId}, ${at}) returning id`;
    const { id } = made!;
    await indexCompanies(sql, [id]);
    let link: string | null = null;
    if (managerEmail !== '') {
      const role = (await assignableRoles(sql, branch)).find(({ code }) => code === kind);
      if (!role) throw new ApiError('roleNotAssignable');
      const { token } = await invite(caller, {
        email: managerEmail,
        companyId: id,
        roleId: role.groupId,
        language,
        isCompanyOwner: true,
        name: managerName,
      });
      link = await deliverInvitation(caller, { email: managerEmail, company: companyName, token, language });
    }
    // The new company belongs to the branches of all companies above it.
    await revokeSessions(sql, 'all');
    const handedOver = link === null ? {} : { handedOver: true };
    const after = { companyName, kind, distributorCompanyId: parent.id, ...handedOver };
    noteAudit({ object: `company ${id}`, after });
    return { id, link };
  });
};
