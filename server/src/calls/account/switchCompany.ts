// account/switchCompany: switches the session to another company, with the account's role in that company.
import { ApiError } from '@heliograph/contract/errors.ts';
import { revokeSessions } from '../../access/session.ts';
import { signedInUser, userInfoOf } from '../../accounts/presentUser.ts';
import { requiresCompanySignIn } from '../../accounts/sessions/openSession.ts';
import { asProcess } from '../../platform/database/rlsSettings.ts';
import type { Handler } from '../../platform/handler.ts';

export const accountSwitchCompany: Handler<'account/switchCompany'> = async ({ companyId }, caller) => {
  const { context, sql, session, language, noteAudit } = caller;
  const user = await asProcess(sql, () => signedInUser(sql, session.userId, companyId));
  if (!user) throw new ApiError('noMembershipThere');
  const [open] = await asProcess(
    sql,
    () => sql<{ isOpen: boolean }[]>`
      select case when s.signed_in_by is null then not ${requiresCompanySignIn(sql)} else s.signed_in_by = ${companyId} end as is_open
      from sessions s join memberships m on m.user_id = s.user_id and m.company_id = ${companyId} where s.id = ${session.id}`,
  );
  if (!open?.isOpen) throw new ApiError('otherSignIn');
  await asProcess(sql, () =>
    sql`update sessions set company_id = ${companyId}, role_id = ${user.roleId}, view_role_id = null where id = ${session.id}`.execute(),
  );
  await revokeSessions(sql, session.userId);
  noteAudit({ before: { companyId: session.companyId }, after: { companyId } });
  return { userInfo: await userInfoOf(sql, context.config, language, user) };
};
