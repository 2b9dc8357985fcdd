// Reads and locks roles: which a session may see, which it may change, and which permissions it may grant.

import type { Role } from '@heliograph/contract/entities/role.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { companiesAbove } from '../../access/accessIndex.ts';
import { namedCompanies } from '../../access/namedPeople.ts';
import type { Session } from '../../context.ts';
import { plainArray } from '../../platform/database/arrays.ts';
import type { Fragment, Sql, Transaction } from '../../platform/database/connect.ts';
import { roleNameIn } from './roleName.ts';

type RoleContext = { sql: Sql | Transaction; session: Session };

/** Permissions that the administrator role must keep, so that changes of roles and menus can be undone. */
export const ADMINISTRATOR_PERMISSIONS: readonly string[] = ['RolesPermission', 'Menus'];

/** Whether the session is an administrator's. Menus may be taken from that role, but it can still grant all of them, so that none is lost for good. */
export const isAdministrator = ({ roleCode, viewing }: Session): boolean =>
  roleCode === 'administrator' && viewing === null;
export const hasPermission = (session: Session, name: string): boolean =>
  isAdministrator(session) || (session.permissions as ReadonlySet<string>).has(name);

/** Returns the companies whose roles the session sees: those of the branch and those above; undefined: all. */
export async function accessibleCompanies({ sql, session }: RoleContext): Promise<readonly number[] | undefined> {
  if (session.scope === 'all') return undefined;
  if (session.scope === 'own') return [];
  const above = await companiesAbove(sql, session.companyId);
  return [...above.map((id) => -id), ...session.companyIds];
}

/** Returns a condition on `roles r`: built-in roles and those of these companies. */
const rolesOf = (sql: Sql | Transaction, companies: readonly number[] | undefined): Fragment =>
  companies === undefined
    ? sql`true`
    : sql`(r.company_id is null or r.company_id in (select unnest(${plainArray(companies)}::text::int[])))`;

/** Returns a condition on `roles r`: visible to the session and not closed. Wrapped in an object, as awaiting a fragment would run it. */
export async function openRoles(context: RoleContext): Promise<{ isOpen: Fragment }> {
  const companies = await accessibleCompanies(context);
  return { isOpen: context.sql`(r.closed_at is null and ${rolesOf(context.sql, companies)})` };
}

const isOfBranch = (session: Session, companyId: number | null): boolean =>
  companyId !== null &&
  (session.scope === 'all' || (session.scope === 'branch' && session.companyIds.includes(companyId)));

interface RoleRow extends Omit<Role, 'companyId' | 'companyName' | 'closedIso' | 'rights'> {
  companyId: number | null;
  companyName: string | null;
  closedAt: Date | null;
}

/** Returns a page of visible roles. `which`, `order` and `page` refer to roles as `r` and to their companies as `c`. */
export async function readRoles(
  context: RoleContext & { language: LanguageCode },
  which: Fragment,
  { order, page }: { order: Fragment; page: Fragment },
): Promise<{ list: Role[]; total: number }> {
  const { sql, session } = context;
  const companies = await accessibleCompanies(context);
  const isVisible = rolesOf(sql, companies);
  const branch =
    session.scope === 'all'
      ? sql`true`
      : sql`m.company_id in (select unnest(${plainArray(session.companyIds)}::text::int[]))`;
  const from = sql`from roles r left join ${namedCompanies(sql, companies)} c on c.id = r.company_id where ${isVisible} and ${which}`;
  const [rows, [count]] = await Promise.all([
    sql<RoleRow[]>`
      select r.id, r.code, r.name, r.scope, r.company_id, c.name as company_name, r.closed_at, r.version,
        r.second_factor_since is not null as needs_second_factor,
        (select count(*)::int from memberships m where m.role_id = r.id and ${branch}) as users,
        array(select rm.menu_id from role_menus rm where rm.role_id = r.id order by rm.menu_id) as menus
      ${from} order by ${order} ${page}`,
    sql<{ total: number }[]>`select count(*)::int as total ${from}`.execute(),
  ]);
  return { list: rows.map((row) => roleOf(context, row)), total: count?.total ?? 0 };
}

function roleOf(
  { session, language }: Pick<RoleContext, 'session'> & { language: LanguageCode },
  { companyId, companyName, closedAt, code: wholeCode, name, ...row }: RoleRow,
): Role {
  const code = companyId === null ? wholeCode : '';
  const update = isOfBranch(session, companyId);
  return {
    ...row,
    code,
    name: roleNameIn(language, code, name),
    companyId: companyId ?? 0,
    companyName: companyName ?? '',
    closedIso: closedAt?.toISOString() ?? null,
    rights: { update, distribute: companyId === null ? isAdministrator(session) : update },
  };
}

export interface StoredRole {
  id: number;
  code: string;
  name: string;
  scope: Role['scope'];
  companyId: number | null;
  closedAt: Date | null;
  version: number;
}

/** Returns a role. Refuses with roleNotFound whether it is missing or hidden from this session. */
export async function accessibleRole(context: RoleContext, id: number): Promise<StoredRole> {
  const { sql } = context;
  const isVisible = rolesOf(sql, await accessibleCompanies(context));
  const [role] = await sql<StoredRole[]>`
    select r.id, r.code, r.name, r.scope, r.company_id, r.closed_at, r.version from roles r where r.id = ${id} and ${isVisible}`;
  if (!role) throw new ApiError('roleNotFound');
  return role;
}

/** Locks and returns a role; the second of two concurrent changes reads the result of the first. Refuses with roleNotFound, systemRole, and changedMeanwhile unless its version is `readAt`. */
export async function lockRole(
  context: RoleContext & { sql: Transaction },
  id: number,
  readAt: number,
): Promise<StoredRole> {
  const { sql, session } = context;
  const visible = await accessibleRole(context, id);
  const isAllowed = visible.companyId === null ? isAdministrator(session) : isOfBranch(session, visible.companyId);
  if (!isAllowed) throw new ApiError(visible.companyId === null ? 'systemRole' : 'roleNotFound');
  await beginRoleChange(sql, id);
  // A concurrent assignment of the role ends before this change, or sees its result.
  const [role] = await sql<StoredRole[]>`
    select id, code, name, scope, company_id, closed_at, version from roles where id = ${id} for update`;
  if (!role) throw new ApiError('roleNotFound');
  if (role.version !== readAt) throw new ApiError('changedMeanwhile');
  return role;
}

/** Locks a role against closing until the end of the transaction; false: it is closed. */
export async function shareLockRole(sql: Transaction, id: number): Promise<boolean> {
  const open = await sql`select from roles where id = ${id} and closed_at is null for share`;
  return open.length > 0;
}

/** Allows the transaction to change one role, by the setting that the policies of migration 000059 read. -1: a new one. */
export async function beginRoleChange(sql: Transaction, id: number): Promise<void> {
  if (!Number.isSafeInteger(id)) throw new Error('the id of a role is a number');
  await sql.unsafe(`set local heliograph.role = '${id}'`);
}

interface ViewedRole {
  id: number;
  /** '' for a role made by a company. */
  code: string;
  name: string;
}

/** Returns the role that the session previews, re-read as the cached session may be some milliseconds old; null: none. */
export async function viewedRole({
  sql,
  session: { id },
  language,
}: RoleContext & { language: LanguageCode }): Promise<ViewedRole | null> {
  const [role] = await sql<ViewedRole[]>`
    select r.id, case when r.company_id is null then r.code else '' end as code, r.name
    from sessions s join roles r on r.id = s.view_role_id where s.id = ${id}`;
  return role ? { ...role, name: roleNameIn(language, role.code, role.name) } : null;
}
