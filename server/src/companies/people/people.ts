// Lists people of companies in the session's branch, with the rights of the session to change them.
import type { Person } from '@heliograph/contract/entities/person.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import type { Session } from '../../context.ts';
import type { Fragment, Sql, Transaction } from '../../platform/database/connect.ts';
import { countryName, intlLanguage } from '../../platform/places/rules/countries.ts';
import { roleNameIn } from '../roles/roleName.ts';
import { openRoles } from '../roles/roles.ts';

type Db = Sql | Transaction;

/**
 * Returns a condition on a column of company ids: all of them, those of the branch, or none for a session that sees only
 * single plants. The branch is re-read, as the cached session may not contain a company created just now.
 */
export function inBranch(sql: Db, { scope, companyId }: Pick<Session, 'scope' | 'companyId'>, id: Fragment): Fragment {
  if (scope === 'all') return sql`true`;
  if (scope !== 'branch') return sql`false`;
  return sql`${id} in (
    with recursive below as (
      select ${companyId}::int as id union select c.id from below b join companies c on c.parent_id = b.id
    ) select id from below)`;
}

/** Parses the id in a filter of a list; -1, which matches nothing, if it is no number. */
export const idOf = (filter: string): number => (/^\d{1,9}$/.test(filter) ? Number(filter) : -1);

export interface AssignableRole {
  groupId: number;
  code: string;
  groupName: string;
}

/** Maximum number of roles offered. */
const MAX_ROLES = 200;

/** Returns the roles that the session may assign: those with no wider scope and no further permission than its own. */
export async function assignableRoles(sql: Db, session: Session): Promise<AssignableRole[]> {
  const { scope, roleId } = session;
  const { isOpen } = await openRoles({ sql, session });
  const scopes = scope === 'all' ? ['all', 'branch', 'own'] : scope === 'branch' ? ['branch', 'own'] : ['own'];
  return await sql<AssignableRole[]>`
    select r.id as group_id, case when r.company_id is null then r.code else '' end as code, r.name as group_name from roles r
    where ${isOpen} and r.scope in (select unnest(${scopes}::text[])) and r.id not in (
      select g.role_id from role_menus g
      where g.menu_id not in (select own.menu_id from role_menus own where own.role_id = ${roleId}))
    order by r.id limit ${MAX_ROLES}`;
}

/** Returns a condition: an administrator who can sign in exists among the `memberships m` that match `whose`. */
export const isAdministered = (sql: Db, whose: Fragment): Fragment => sql`exists (
  select from memberships m join roles r on r.id = m.role_id join users u on u.id = m.user_id
  where r.scope = 'all' and m.frozen_at is null and u.frozen_at is null and ${whose})`;

export interface PersonLine {
  uid: number;
  invitationId: number;
  email: string;
  name: string;
  phone: string;
  countryCode: string;
  stateCode: string;
  city: string;
  street: string;
  companyId: number;
  companyName: string;
  roleId: number;
  roleCode: string;
  roleName: string;
  isCompanyOwner: boolean;
  isFrozen: boolean;
  frozenReason: string;
  createdAt: Date;
  invitedUntil: Date | null;
}

/** Returns a table expression `p` with the memberships of companies and the invitations into them. */
export function peopleOf(sql: Db, session: Session): Fragment {
  return sql`(
    select p.*, c.name as company_name, c.name_order as company_order, case when r.company_id is null then r.code else '' end as role_code, r.name as role_name from (
      select u.id as uid, 0 as invitation_id, u.email, u.name, u.name_order, u.phone, u.country_code, u.state_code, u.city, u.street,
        m.company_id, m.role_id, m.is_company_owner, (m.frozen_at is not null or u.frozen_at is not null) as is_frozen,
        m.frozen_reason, m.created_at, (u.created_at at time zone 'UTC')::date as registered_on, null::timestamptz as invited_until
      from memberships m join users u on u.id = m.user_id where ${inBranch(sql, session, sql`m.company_id`)}
      union all
      select 0, i.id, i.email, i.name, i.name_order, i.phone, i.country_code, i.state_code, i.city, i.street,
        i.company_id, i.role_id, i.is_company_owner, false, '', i.made_at, null, i.expires_at
      from company_invitations i where ${inBranch(sql, session, sql`i.company_id`)}
    ) p join companies c on c.id = p.company_id join roles r on r.id = p.role_id
  ) p`;
}

type Membership = Pick<PersonLine, 'uid' | 'companyId' | 'roleId' | 'isCompanyOwner'>;

/**
 * Returns why the session may not change a membership; undefined if it may. Nobody may change their own membership, one
 * with more permissions than their own, or that of the manager of their own company.
 */
export function editBlockers(
  { userId, companyId, scope }: Session,
  assignable: ReadonlySet<number>,
  membership: Membership,
): 'notOneself' | 'outranksYou' | undefined {
  if (membership.uid === userId) return 'notOneself';
  const managesOwn = membership.isCompanyOwner && membership.companyId === companyId && scope !== 'all';
  return managesOwn || !assignable.has(membership.roleId) ? 'outranksYou' : undefined;
}

export function personOf(
  line: PersonLine,
  { session, language, given }: { session: Session; language: LanguageCode; given: ReadonlySet<number> },
): Person {
  const { uid, invitationId, email, companyId, companyName, isCompanyOwner, city, street, countryCode } = line;
  return {
    uid,
    invitationId,
    email,
    companyId,
    companyName,
    isCompanyOwner,
    city,
    street,
    countryCode,
    contactPerson: line.name,
    contactNumber: line.phone,
    countryName: countryName(countryCode, intlLanguage(language)),
    StateCode: line.stateCode,
    groupId: line.roleId,
    groupName: roleNameIn(language, line.roleCode, line.roleName),
    state: line.invitedUntil ? 'invited' : line.isFrozen ? 'frozen' : 'active',
    frozenReason: line.frozenReason,
    createdIso: line.createdAt.toISOString(),
    invitedUntilIso: line.invitedUntil?.toISOString() ?? null,
    rights: { change: editBlockers(session, given, line) === undefined },
  };
}
