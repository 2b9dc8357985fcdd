// Locks and access checks for calls that change people and companies, read after all concurrent changes have ended.
import { ApiError } from '@heliograph/contract/errors.ts';
import type { CallContext, Session } from '../../context.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { writeInTurn } from '../../platform/database/lockOrder.ts';
import { asProcess } from '../../platform/database/rlsSettings.ts';
import { countryOf } from '../../platform/places/rules/countries.ts';
import { isStateOf } from '../../platform/places/rules/states.ts';
import { shareLockRole } from '../roles/roles.ts';
import { assignableRoles, editBlockers, type PersonLine, peopleOf } from './people.ts';

/** Key of the advisory lock, the same for all servers: "peop" in ASCII. */
const KEY = 0x70_65_6f_70;

/**
 * Runs one change of people and companies at a time, over all servers, so that two users cannot remove each other or
 * together turn the tree into a ring. Rereads the session's role and branch after the wait. The work runs without row
 * policies and must check everything it touches against `branch`. Refuses with unauthorized if the session has changed.
 */
export async function withPeopleLock<T>(
  { sql, session }: Pick<CallContext, 'sql' | 'session'>,
  work: (branch: Session) => Promise<T>,
): Promise<T> {
  await writeInTurn(sql);
  await sql`select pg_advisory_xact_lock(${KEY})`;
  const unchanged = await sql`
    select from sessions where id = ${session.id} and company_id = ${session.companyId} and role_id = ${session.roleId}`;
  if (unchanged.length === 0) throw new ApiError('unauthorized');
  const companyIds = session.scope === 'branch' ? await branchBelow(sql, session.companyId) : session.companyIds;
  return await asProcess(sql, () => work({ ...session, companyIds }));
}

/** Returns the ids of the company and all companies below it. */
export async function branchBelow(sql: Transaction, companyId: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    with recursive below as (
      select id from companies where id = ${companyId}
      union
      select c.id from below b join companies c on c.parent_id = b.id
    ) select id from below order by id`;
  return rows.map(({ id }) => id);
}

/** Returns a membership or invitation that the session may change. Refuses with personNotFound whether it is another branch's or missing, and as `editBlockers` does. */
export async function lockPerson(
  sql: Transaction,
  session: Session,
  which: { uid?: number | undefined; companyId?: number | undefined; invitationId?: number | undefined },
): Promise<PersonLine> {
  const { uid, companyId, invitationId } = which;
  const [line] = await sql<PersonLine[]>`
    select p.* from ${peopleOf(sql, session)} where ${
      uid !== undefined && companyId !== undefined
        ? sql`p.uid = ${uid} and p.company_id = ${companyId} and p.uid > 0`
        : sql`p.invitation_id = ${invitationId ?? 0} and p.invitation_id > 0`
    }`;
  if (!line) throw new ApiError('personNotFound');
  const blocker = editBlockers(session, await assignableRoleIds(sql, session), line);
  if (blocker) throw new ApiError(blocker);
  return line;
}

/** Returns the ids of the roles that the session may assign. */
export async function assignableRoleIds(sql: Transaction, session: Session): Promise<ReadonlySet<number>> {
  return new Set((await assignableRoles(sql, session)).map(({ groupId }) => groupId));
}

/** Refuses with roleNotAssignable a role that the session cannot assign. Locks the role, so that it cannot be closed concurrently. */
export async function assertRoleAssignable(sql: Transaction, session: Session, roleId: number): Promise<void> {
  const isAssignable = (await assignableRoleIds(sql, session)).has(roleId);
  if (!isAssignable || !(await shareLockRole(sql, roleId))) throw new ApiError('roleNotAssignable');
}

export interface CompanyLine {
  id: number;
  parentId: number | null;
  name: string;
  kind: 'manager' | 'distributor' | 'dealer' | 'installer';
  brandId: number;
}

/** Returns a company of the branch. Refuses with companyNotFound whether it is another branch's or missing. */
export async function accessibleCompany(
  sql: Transaction,
  { scope, companyIds }: Session,
  id: number,
): Promise<CompanyLine> {
  const [company] =
    scope === 'all' || (scope === 'branch' && companyIds.includes(id))
      ? await sql<CompanyLine[]>`select id, parent_id, name, kind, brand_id from companies where id = ${id}`
      : [];
  if (!company) throw new ApiError('companyNotFound');
  return company;
}

interface Region {
  countryCode?: string | undefined;
  StateCode?: string | undefined;
}

/** Returns country and state as stored; omitted ones stay unchanged, and a new country clears the state. Refuses with unknownCountry and badRequest. */
export function regionOf({ countryCode, StateCode }: Region, now: { countryCode: string; stateCode: string }) {
  const country = countryCode ? countryOf(countryCode)?.code : (countryCode ?? now.countryCode);
  if (country === undefined) throw new ApiError('unknownCountry', { value: countryCode ?? '' });
  const state = StateCode ?? (country === now.countryCode ? now.stateCode : '');
  if (StateCode && !isStateOf(StateCode, country))
    throw new ApiError('badRequest', { field: 'StateCode', reason: StateCode });
  return { countryCode: country, stateCode: state };
}
