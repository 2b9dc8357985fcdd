// user/company/create: a company below one of the branch, and an invitation for who manages it.
import { Refusal } from '@heliograph/contract/errors.ts';
import { revokeSessions } from '../../../access/session.ts';
import { sendInvitationMail } from '../../../accounts/accountMails.ts';
import { mustStandBelow } from '../../../companies/companyTree.ts';
import { invite, mayInvite } from '../../../companies/people/invitations.ts';
import { accessibleCompany, changePeople } from '../../../companies/people/lockPeople.ts';
import { assignableRoles } from '../../../companies/people/people.ts';
import type { Handler } from '../../../platform/handler.ts';

export const userCompanyCreate: Handler<'user/company/create'> = async (request, caller) => {
  const { sql, at, noteAudit } = caller;
  const { companyName, kind, managerEmail = '', managerName = '' } = request;
  if (managerEmail !== '') await mayInvite(caller);
  return await changePeople(caller, async (branch) => {
    const above = await accessibleCompany(sql, branch, request.distributorCompanyId);
    mustStandBelow(kind, above);
    const [made] = await sql<{ id: number }[]>`
      insert into companies (parent_id, kind, name, brand_id, created_at)
      values (${above.id}, ${kind}, ${companyName}, ${above.brandId}, ${at}) returning id`;
    const { id } = made!;
    if (managerEmail !== '') {
      const role = (await assignableRoles(sql, branch)).find(({ code }) => code === kind);
      if (!role) throw new Refusal('roleNotAssignable');
      const { token } = await invite(caller, {
        email: managerEmail,
        companyId: id,
        roleId: role.groupId,
        isCompanyOwner: true,
        name: managerName,
      });
      await sendInvitationMail(caller, { email: managerEmail, company: companyName, token });
    }
    // It is in the branch of whoever stands above.
    await revokeSessions(sql, 'all');
    noteAudit({ object: `company ${id}`, after: { companyName, kind, distributorCompanyId: above.id } });
    return { id };
  });
};
