// user/company/del: closes a company.
import { Refusal } from '@heliograph/contract/errors.ts';
import { closeCompany } from '../../../changes/closeCompany.ts';
import { changeableCompany } from '../../../changes/companyTree.ts';
import { changePeople } from '../../../changes/people.ts';
import type { Handler } from '../../../handler.ts';
import { tellCompanyClosed } from '../../../mail/careMail.ts';

export const userCompanyDel: Handler<'user/company/del'> = async ({ id }, caller) => {
  const { sql, at, noteAudit } = caller;
  return await changePeople(caller, async (branch) => {
    const company = await changeableCompany(sql, branch, id);
    const below = await sql`select from companies where parent_id = ${id} limit 1`;
    if (below.length > 0) throw new Refusal('companiesBelow');
    const { name, kind, parentId } = company;
    const { left, movedPlants } = await closeCompany(sql, company, at);
    for (const plant of left) await tellCompanyClosed(caller, { ...plant, company: name });
    const became = { leftPlants: left.length, movedPlants };
    noteAudit({
      object: `company ${id}`,
      before: { companyName: name, kind, distributorCompanyId: parentId },
      after: became,
    });
    return became;
  });
};
