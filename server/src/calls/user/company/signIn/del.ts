// user/company/signIn/del: deletes a company's single sign-on with its domains and linked identities.
import { ApiError } from '@heliograph/contract/errors.ts';
import { accessibleCompany, withPeopleLock } from '../../../../companies/people/lockPeople.ts';
import type { Handler } from '../../../../platform/handler.ts';

export const userCompanySignInDel: Handler<'user/company/signIn/del'> = async (request, caller) => {
  const { sql, noteAudit } = caller;
  return await withPeopleLock(caller, async (branch) => {
    const { id } = await accessibleCompany(sql, branch, request.id);
    const [deleted] = await sql<{ issuer: string; clientId: string }[]>`
      delete from company_sign_ins where company_id = ${id} returning issuer, client_id`;
    if (!deleted) throw new ApiError('noCompanySignIn');
    noteAudit({ object: `company ${id}`, before: deleted, after: {} });
    return {};
  });
};
