// user/company/signIn/del: ends a company's sign-in at its provider; its domains and links go with it.
import { Refusal } from '@heliograph/contract/errors.ts';
import { accessibleCompany, changePeople } from '../../../../companies/people/lockPeople.ts';
import type { Handler } from '../../../../platform/handler.ts';

export const userCompanySignInDel: Handler<'user/company/signIn/del'> = async (request, caller) => {
  const { sql, noteAudit } = caller;
  return await changePeople(caller, async (branch) => {
    const { id } = await accessibleCompany(sql, branch, request.id);
    const [gone] = await sql<{ issuer: string; clientId: string }[]>`
      delete from company_sign_ins where company_id = ${id} returning issuer, client_id`;
    if (!gone) throw new Refusal('noCompanySignIn');
    noteAudit({ object: `company ${id}`, before: gone, after: {} });
    return {};
  });
};
