// account/companies: companies the account is a member of, to switch between them.

import { roleNameIn } from '../../companies/roles/roleName.ts';
import type { Handler } from '../../platform/handler.ts';

const MAX_COMPANIES = 200;

export const accountCompanies: Handler<'account/companies'> = async (_request, { sql, session, language }) => {
  const memberships = await sql<
    { companyId: number; companyName: string; code: string; groupName: string; isCurrent: boolean }[]
  >`
    select m.company_id, c.name as company_name, case when r.company_id is null then r.code else '' end as code, r.name as group_name, m.company_id = ${session.companyId} as is_current
    from memberships m join company_names(array(
        select o.company_id from memberships o where o.user_id = ${session.userId})) c on c.id = m.company_id join roles r on r.id = m.role_id
    where m.user_id = ${session.userId} and m.frozen_at is null order by name_order(c.name) collate "C", c.id limit ${MAX_COMPANIES}`;
  return {
    list: memberships.map(({ code, groupName, ...membership }) => ({
      ...membership,
      groupName: roleNameIn(language, code, groupName),
    })),
  };
};
