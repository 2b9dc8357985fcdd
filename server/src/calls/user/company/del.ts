// user/company/del: closes a company.
import { ApiError } from '@heliograph/contract/errors.ts';
import { closeCompany } from '../../../companies/closeCompany.ts';
import { lockCompany } from '../../../companies/companyTree.ts';
import { assignableRoleIds, withPeopleLock } from '../../../companies/people/lockPeople.ts';
import { isAdministered } from '../../../companies/people/people.ts';
import { sendCompanyClosedMail } from '../../../plants/transfer/installerAccessMail.ts';
import type { Handler } from '../../../platform/handler.ts';

export const userCompanyDel: Handler<'user/company/del'> = async ({ id }, caller) => {
  const { sql, at, noteAudit } = caller;
  return await withPeopleLock(caller, async (branch) => {
    const company = await lockCompany(sql, branch, id);
    const below = await sql`select from companies where parent_id = ${id} limit 1`;
    if (below.length > 0) throw new ApiError('companiesBelow');
    // Users cannot remove members with more permissions than their own, and never all administrators of the portal.
    const roles = await sql<{ roleId: number }[]>`select distinct role_id from memberships where company_id = ${id}`;
    const assignable = await assignableRoleIds(sql, branch);
    if (roles.some(({ roleId }) => !assignable.has(roleId))) throw new ApiError('closesMore');
    const [administered] = await sql<{ isByThis: boolean; isByOthers: boolean }[]>`
      select ${isAdministered(sql, sql`m.company_id = ${id}`)} as is_by_this, ${isAdministered(sql, sql`m.company_id <> ${id}`)} as is_by_others`;
    if (administered!.isByThis && !administered!.isByOthers) throw new ApiError('closesMore');
    const { name, kind, parentId } = company;
    const { left, movedPlants } = await closeCompany(sql, company, at);
    await sendCompanyClosedMail(caller, left, name);
    const result = { leftPlants: left.length, movedPlants };
    noteAudit({
      object: `company ${id}`,
      before: { companyName: name, kind, distributorCompanyId: parentId },
      after: result,
    });
    return result;
  });
};
