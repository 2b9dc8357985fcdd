// Roles as calls read and change them: which a session sees, which it may change, and what it may grant.
import type { Role } from '@heliograph/contract/entities/role.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import type { Session } from '../../context.ts';
import { plainArray } from '../../platform/database/arrays.ts';
import type { Fragment, Sql, Transaction } from '../../platform/database/connect.ts';
import { roleNameIn } from './roleName.ts';

type Asker = { sql: Sql | Transaction; session: Session };

/** What a role must keep so that somebody can undo what was done to roles and menus. */
export const ADMINISTRATOR_PERMISSIONS: readonly string[] = ['RolesPermission', 'Menus'];

/** The own role's menus may be taken from it; what it may grant is everything all the same, so that nothing is lost for good. */
export const isAdministrator = ({ roleCode, viewing }: Session): boolean =>
  roleCode === 'administrator' && viewing === null;
export const holds = (session: Session, name: string): boolean =>
  isAdministrator(session) || (session.permissions as ReadonlySet<string>).has(name);

/** Companies that the session knows of, whose roles it sees: those of the branch and those above; undefined: all. */
export async function accessibleCompanies({ sql, session }: Asker): Promise<readonly number[] | undefined> {
  if (session.scope === 'all') return undefined;
  if (session.scope === 'own') return [];
  return [...(await companiesAbove(sql, session.companyId)), ...session.companyIds];
}

/** The portal's, and those of these companies; `r` are the roles. */
const rolesOf = (sql: Sql | Transaction, companies: readonly number[] | undefined): Fragment =>
  companies === undefined
    ? sql`true`
    : sql`(r.company_id is null or r.company_id in (select unnest(${plainArray(companies)}::text::int[])))`;

/** Of roles `r`, those that the session sees and that are not closed; in an object, as a promise of a fragment would run it. */
export async function openRoles(asker: Asker): Promise<{ isOpen: Fragment }> {
  const companies = await accessibleCompanies(asker);
  return { isOpen: asker.sql`(r.closed_at is null and ${rolesOf(asker.sql, companies)})` };
}

async function companiesAbove(sql: Sql | Transaction, companyId: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    with recursive above as (
      select id, parent_id from companies where id = ${companyId}
      union select c.id, c.parent_id from companies c join above a on c.id = a.parent_id
    ) select id from above`;
  return rows.map(({ id }) => id);
}

const isOfBranch = (session: Session, companyId: number | null): boolean =>
  companyId !== null &&
  (session.scope === 'all' || (session.scope === 'branch' && session.companyIds.includes(companyId)));

interface RoleRow extends Omit<Role, 'companyId' | 'companyName' | 'closedIso' | 'rights'> {
  companyId: number | null;
  companyName: string | null;
  closedAt: Date | null;
}

/** `which`, `order` and `page` speak of roles as `r` and of their companies as `c`. */
export async function readRoles(
  asker: Asker & { language: LanguageCode },
  which: Fragment,
  { order, page }: { order: Fragment; page: Fragment },
): Promise<{ list: Role[]; total: number }> {
  const { sql, session } = asker;
  const seen = rolesOf(sql, await accessibleCompanies(asker));
  const branch =
    session.scope === 'all'
      ? sql`true`
      : sql`m.company_id in (select unnest(${plainArray(session.companyIds)}::text::int[]))`;
  const from = sql`from roles r left join companies c on c.id = r.company_id where ${seen} and ${which}`;
  const [rows, [count]] = await Promise.all([
    sql<RoleRow[]>`
      select r.id, r.code, r.name, r.scope, r.company_id, c.name as company_name, r.closed_at, r.version,
        r.second_factor_since is not null as needs_second_factor,
        (select count(*)::int from memberships m where m.role_id = r.id and ${branch}) as users,
        array(select rm.menu_id from role_menus rm where rm.role_id = r.id order by rm.menu_id) as menus
      ${from} order by ${order} ${page}`,
    sql<{ total: number }[]>`select count(*)::int as total ${from}`.execute(),
  ]);
  return { list: rows.map((row) => roleOf(asker, row)), total: count?.total ?? 0 };
}

function roleOf(
  { session, language }: Pick<Asker, 'session'> & { language: LanguageCode },
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

/** Refuses what is not there and what is not seen alike. */
export async function accessibleRole(asker: Asker, id: number): Promise<StoredRole> {
  const { sql } = asker;
  const seen = rolesOf(sql, await accessibleCompanies(asker));
  const [role] = await sql<StoredRole[]>`
    select r.id, r.code, r.name, r.scope, r.company_id, r.closed_at, r.version from roles r where r.id = ${id} and ${seen}`;
  if (!role) throw new Refusal('roleNotFound');
  return role;
}

/** Locks it: of two who change it at once the second reads what the first has left. */
export async function lockRole(asker: Asker & { sql: Transaction }, id: number, readAt: number): Promise<StoredRole> {
  const { sql, session } = asker;
  const seen = await accessibleRole(asker, id);
  const isAllowed = seen.companyId === null ? isAdministrator(session) : isOfBranch(session, seen.companyId);
  if (!isAllowed) throw new Refusal(seen.companyId === null ? 'systemRole' : 'roleNotFound');
  await beginRoleChange(sql, id);
  // Whoever gives the role to somebody at this moment ends before us, or sees what we did.
  const [role] = await sql<StoredRole[]>`
    select id, code, name, scope, company_id, closed_at, version from roles where id = ${id} for update`;
  if (!role) throw new Refusal('roleNotFound');
  if (role.version !== readAt) throw new Refusal('changedMeanwhile');
  return role;
}

/** Until the end of the transaction nobody closes it; false: somebody has. */
export async function shareLockRole(sql: Transaction, id: number): Promise<boolean> {
  const held = await sql`select from roles where id = ${id} and closed_at is null for share`;
  return held.length > 0;
}

/** -1: a new one. The settings that the policies of migration 000059 read. */
export async function beginRoleChange(sql: Transaction, id: number): Promise<void> {
  if (!Number.isSafeInteger(id)) throw new Error('the id of a role is a number');
  await sql.unsafe(`set local heliograph.role = '${id}'`);
}

interface ViewedRole {
  id: number;
  /** '' for a company's own. */
  code: string;
  name: string;
}

/** The role that the session looks through, as it is at this moment: what is kept of the session may be some milliseconds older. */
export async function viewedRole({
  sql,
  session: { id },
  language,
}: Asker & { language: LanguageCode }): Promise<ViewedRole | null> {
  const [role] = await sql<ViewedRole[]>`
    select r.id, case when r.company_id is null then r.code else '' end as code, r.name
    from sessions s join roles r on r.id = s.view_role_id where s.id = ${id}`;
  return role ? { ...role, name: roleNameIn(language, role.code, role.name) } : null;
}
