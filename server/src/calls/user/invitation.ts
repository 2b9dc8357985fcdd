// user/invitation: company and role of a mailed invitation.
import { ApiError } from '@heliograph/contract/errors.ts';
import { hashToken } from '../../access/session.ts';
import { roleNameIn } from '../../companies/roles/roleName.ts';
import type { Handler } from '../../platform/handler.ts';
import { networkOf } from '../../platform/limits/networks.ts';
import { countAttempt } from '../../platform/limits/rateLimits.ts';

export const userInvitation: Handler<'user/invitation'> = async (
  { token },
  { context, sql, address, at, language },
) => {
  await countAttempt(context, 'mailLinks', networkOf(address));
  const [row] = await sql<
    {
      email: string;
      companyName: string;
      code: string;
      groupName: string;
      hasAccount: boolean;
      isHandedOver: boolean;
    }[]
  >`
    select i.email, c.name as company_name, case when r.company_id is null then r.code else '' end as code, r.name as group_name, u.id is not null and not i.handed_over as has_account, i.handed_over as is_handed_over
    from company_invitations i join companies c on c.id = i.company_id join roles r on r.id = i.role_id
      left join users u on u.email = i.email
    where i.token_hash = ${hashToken(token)} and i.expires_at > ${at}`;
  if (!row) throw new ApiError('invitationNotFound');
  const { code, ...invitation } = row;
  return { ...invitation, groupName: roleNameIn(language, code, row.groupName) };
};
