// What several calls do to people and companies: whom the caller may change, as it is once nobody else changes any of them.
import { Refusal } from '@heliograph/contract/errors.ts';
import type { CallContext, Session } from '../../context.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { writeInTurn } from '../../platform/database/lockOrder.ts';
import { asProcess } from '../../platform/database/rlsSettings.ts';
import { countryOf } from '../../platform/places/rules/countries.ts';
import { isStateOf } from '../../platform/places/rules/states.ts';
import { shareLockRole } from '../roles/roles.ts';
import { assignableRoles, editBlockers, type PersonLine, peopleOf } from './people.ts';

/** Any number, the same for all servers: "peop" in ASCII. */
const KEY = 0x70_65_6f_70;

/**
 * One change of people and companies at a time, over all servers: two who remove each other, or who together turn the
 * tree into a ring, wait here. What the caller is and sees is read again then; the work is done by the process, and
 * asks for everything it touches by `branch`.
 */
export async function changePeople<T>(
  { sql, session }: Pick<CallContext, 'sql' | 'session'>,
  work: (branch: Session) => Promise<T>,
): Promise<T> {
  await writeInTurn(sql);
  await sql`select pg_advisory_xact_lock(${KEY})`;
  const held = await sql`
    select from sessions where id = ${session.id} and company_id = ${session.companyId} and role_id = ${session.roleId}`;
  if (held.length === 0) throw new Refusal('unauthorized');
  const companyIds = session.scope === 'branch' ? await branchBelow(sql, session.companyId) : session.companyIds;
  return await asProcess(sql, () => work({ ...session, companyIds }));
}

/** The company and all below it. */
export async function branchBelow(sql: Transaction, companyId: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    with recursive below as (
      select id from companies where id = ${companyId}
      union
      select c.id from below b join companies c on c.parent_id = b.id
    ) select id from below order by id`;
  return rows.map(({ id }) => id);
}

/** Somebody's place that the caller may change; refuses otherwise, alike whether it is another branch's or missing. */
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
  if (!line) throw new Refusal('personNotFound');
  const kept = editBlockers(session, await givenIds(sql, session), line);
  if (kept) throw new Refusal(kept);
  return line;
}

export async function givenIds(sql: Transaction, session: Session): Promise<ReadonlySet<number>> {
  return new Set((await assignableRoles(sql, session)).map(({ groupId }) => groupId));
}

/** Refuses a role that the caller cannot give. It is locked: whoever closes it at this moment has done so, or finds it in use. */
export async function assertRoleAssignable(sql: Transaction, session: Session, roleId: number): Promise<void> {
  const isGiven = (await givenIds(sql, session)).has(roleId);
  if (!isGiven || !(await shareLockRole(sql, roleId))) throw new Refusal('roleNotAssignable');
}

export interface CompanyLine {
  id: number;
  parentId: number | null;
  name: string;
  kind: 'manager' | 'distributor' | 'dealer' | 'installer';
  brandId: number;
}

/** A company of the branch; refuses alike whether it is another branch's or missing. */
export async function accessibleCompany(
  sql: Transaction,
  { scope, companyIds }: Session,
  id: number,
): Promise<CompanyLine> {
  const [company] =
    scope === 'all' || (scope === 'branch' && companyIds.includes(id))
      ? await sql<CompanyLine[]>`select id, parent_id, name, kind, brand_id from companies where id = ${id}`
      : [];
  if (!company) throw new Refusal('companyNotFound');
  return company;
}

interface Place {
  countryCode?: string | undefined;
  StateCode?: string | undefined;
}

/** Country and state as they are kept; what is left out stays. Another country has other states. */
export function regionOf({ countryCode, StateCode }: Place, now: { countryCode: string; stateCode: string }) {
  const country = countryCode ? countryOf(countryCode)?.code : (countryCode ?? now.countryCode);
  if (country === undefined) throw new Refusal('unknownCountry', { value: countryCode ?? '' });
  const state = StateCode ?? (country === now.countryCode ? now.stateCode : '');
  if (StateCode && !isStateOf(StateCode, country))
    throw new Refusal('badRequest', { field: 'StateCode', reason: StateCode });
  return { countryCode: country, stateCode: state };
}
