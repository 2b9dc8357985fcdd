// user/create: invites a person into a company of the branch.
import { ApiError } from '@heliograph/contract/errors.ts';
import { deliverInvitation } from '../../accounts/accountMails.ts';
import { invite, mayInvite } from '../../companies/people/invitations.ts';
import {
  accessibleCompany,
  assertRoleAssignable,
  regionOf,
  withPeopleLock,
} from '../../companies/people/lockPeople.ts';
import type { Handler } from '../../platform/handler.ts';

export const userCreate: Handler<'user/create'> = async (request, caller) => {
  const { sql, noteAudit } = caller;
  await mayInvite(caller);
  const { language = caller.language } = request;
  const { countryCode, stateCode } = regionOf(request, { countryCode: '', stateCode: '' });
  return await withPeopleLock(caller, async (branch) => {
    const company = await accessibleCompany(sql, branch, request.companyId);
    await assertRoleAssignable(sql, branch, request.groupId);
    const members = await sql`
      select from memberships m join users u on u.id = m.user_id
      where u.email = ${request.email.toLowerCase()} and m.company_id = ${company.id}`;
    if (members.length > 0) throw new ApiError('alreadyMember');
    const { id: invitationId, token } = await invite(caller, {
      email: request.email,
      companyId: company.id,
      roleId: request.groupId,
      language,
      isCompanyOwner: false,
      name: request.contactPerson,
      phone: request.contactNumber ?? '',
      countryCode,
      stateCode,
      city: request.city ?? '',
      street: request.street ?? '',
    });
    const link = await deliverInvitation(caller, { email: request.email, company: company.name, token, language });
    const handedOver = link === null ? {} : { handedOver: true };
    noteAudit({ object: `company ${company.id}`, after: { invitationId, groupId: request.groupId, ...handedOver } });
    return { invitationId, link };
  });
};
