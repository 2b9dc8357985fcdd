// user/detail: one person in a company of the branch.
import { ApiError } from '@heliograph/contract/errors.ts';
import { accessibleSites } from '../../access/accessibleSites.ts';
import { assignableRoles, inBranch, type PersonLine, peopleOf, personOf } from '../../companies/people/people.ts';
import { roleNameIn } from '../../companies/roles/roleName.ts';
import type { CallContext } from '../../context.ts';
import type { Handler } from '../../platform/handler.ts';

export const userDetail: Handler<'user/detail'> = async ({ uid, companyId }, caller) => {
  const { sql, session, language } = caller;
  const [line] =
    uid > 0
      ? await sql<PersonLine[]>`
    select p.* from ${peopleOf(sql, session)} where p.uid = ${uid} and p.company_id = ${companyId}`
      : [];
  if (!line) throw new ApiError('personNotFound');
  const [roles, memberships, [elsewhere], plants] = await Promise.all([
    assignableRoles(sql, session),
    sql<Membership[]>`
      select m.company_id, c.name as company_name, case when r.company_id is null then r.code else '' end as code, r.name as group_name
      from memberships m join companies c on c.id = m.company_id join roles r on r.id = m.role_id
      where m.user_id = ${uid} and ${inBranch(sql, session, sql`m.company_id`)} order by c.name_order, c.id`.execute(),
    sql<{ works: boolean }[]>`select works_elsewhere(${uid}::int) as works`.execute(),
    plantsOf(caller, uid),
  ]);
  const person = personOf(line, { session, language, given: new Set(roles.map(({ groupId }) => groupId)) });
  const canAccessAll = !elsewhere!.works;
  return {
    ...person,
    ...plants,
    places: memberships
      .filter((membership) => membership.companyId !== companyId)
      .slice(0, MAX_MEMBERSHIPS)
      .map(({ code, groupName, ...membership }) => ({
        ...membership,
        groupName: roleNameIn(language, code, groupName),
      })),
    isLastPlace: memberships.length === 1 && canAccessAll,
    mayChangeProfile: person.rights.change && canAccessAll,
    mayChangeOwner: person.rights.change && (session.scope === 'all' || companyId !== session.companyId),
  };
};

const MAX_MEMBERSHIPS = 100;

interface Membership {
  companyId: number;
  companyName: string;
  code: string;
  groupName: string;
}

async function plantsOf(
  { sql, session }: CallContext,
  uid: number,
): Promise<{ ownPlants: number; installerPlants: number }> {
  const [row] = await sql<{ own: number; installed: number }[]>`
    select count(*) filter (where s.owner_id = ${uid})::int as own, count(*) filter (where s.installer_id = ${uid})::int as installed
    from sites s where (s.owner_id = ${uid} or s.installer_id = ${uid}) and ${accessibleSites(sql, session)}`;
  return { ownPlants: row?.own ?? 0, installerPlants: row?.installed ?? 0 };
}
