// A single visit of one browser to a company's provider: begun, answered, and waiting if the person still has to accept terms or enter a code.

import { type LanguageCode, lanOf } from '@heliograph/contract/envelope.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { indexUsers } from '../../access/peopleIndex.ts';
import { hashToken, newToken } from '../../access/session.ts';
import { bindInvitations, lockAddresses } from '../../plants/sharing/invitations.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import { hashPassword } from '../passwords/passwords.ts';
import type { IdentityClaims, Visit } from './provider.ts';
import { type CompanySignIn, domainOf } from './settings.ts';

const MINUTES = 10;

interface VisitStart {
  mark: string;
  redirect: string;
  at: Date;
}

export async function beginVisit(
  sql: Sql,
  { companyId, issuer, clientId }: CompanySignIn,
  { mark, redirect, at }: VisitStart,
): Promise<Visit> {
  const visit = { state: newToken(), nonce: newToken(), verifier: newToken() };
  const { nonce, verifier } = visit;
  await sql`
    insert into company_visits (state_hash, browser_hash, company_id, issuer, client_id, nonce, verifier, redirect, expires_at)
    values (${hashToken(visit.state)}, ${hashToken(mark)}, ${companyId}, ${issuer}, ${clientId}, ${nonce}, ${verifier},
      ${redirect}, ${new Date(at.getTime() + MINUTES * 60_000)})`;
  return visit;
}

interface ReturningBrowser {
  state: string;
  mark: string;
  at: Date;
}

export interface AnsweredVisit extends Omit<Visit, 'state'> {
  companyId: number;
  issuer: string;
  clientId: string;
  redirect: string;
}

/** Marks the visit as answered and returns it, whether or not the answer proves valid; it cannot be answered twice. Refuses with companySignInOver. */
export async function consumeVisit(sql: Sql, { state, mark, at }: ReturningBrowser): Promise<AnsweredVisit> {
  const [visit] = await sql<AnsweredVisit[]>`
    update company_visits set answered_at = ${at}
    where state_hash = ${hashToken(state)} and browser_hash = ${hashToken(mark)} and expires_at > ${at} and answered_at is null
    returning company_id, issuer, client_id, nonce, verifier, redirect`;
  if (!visit) throw new ApiError('companySignInOver');
  return visit;
}

/** Stores the user of an answered visit who still has to accept the terms or to enter a code of the account. */
export async function storePendingUser(
  sql: Sql,
  state: string,
  { userId, shownSecondStep }: Pick<PendingVisit, 'userId' | 'shownSecondStep'>,
): Promise<void> {
  await sql`
    update company_visits set user_id = ${userId}, shown_second_step = ${shownSecondStep}
    where state_hash = ${hashToken(state)}`;
}

export interface PendingVisit {
  userId: number;
  companyId: number;
  redirect: string;
  /** Whether the provider reported more than one factor. */
  shownSecondStep: boolean;
}

/** Returns the visit that waits for its person. Refuses with companySignInOver. */
export async function pendingVisit(sql: Sql, { state, mark, at }: ReturningBrowser): Promise<PendingVisit> {
  const [visit] = await sql<PendingVisit[]>`
    select user_id, company_id, redirect, shown_second_step from company_visits
    where state_hash = ${hashToken(state)} and browser_hash = ${hashToken(mark)} and expires_at > ${at} and user_id is not null`;
  if (!visit) throw new ApiError('companySignInOver');
  return visit;
}

/** Deletes the visit, in the session's transaction. Refuses with companySignInOver the second of two concurrent sign-ins. */
export async function endVisit(sql: Transaction, state: string): Promise<void> {
  const { count } = await sql`delete from company_visits where state_hash = ${hashToken(state)}`;
  if (count !== 1) throw new ApiError('companySignInOver');
}

export interface LinkedAccount {
  userId: number;
  isNew: boolean;
}

/**
 * Returns the account of a person: the linked one; else the account with the confirmed address in one of the company's own
 * domains, if it is a member; else a new one. Trusting the domain adds no risk: its holder receives its mails and could
 * reset the password of every account there.
 */
export async function accountOf(
  sql: Sql,
  { companyId, roleId }: CompanySignIn,
  { issuer, subject, email, name }: IdentityClaims,
  { at, language }: { at: Date; language: LanguageCode },
): Promise<LinkedAccount> {
  const linked = await linkOf(sql);
  if (linked) return linked;
  if (email === undefined) throw new ApiError('emailNotOfCompany');
  const own = await sql`
    select from company_domains where company_id = ${companyId} and domain = ${domainOf(email)} and proved_at is not null`;
  if (own.length === 0) throw new ApiError('emailNotOfCompany');
  // A random password that nobody uses; a mailed link sets another one.
  const passwordHash = await hashPassword(newToken());
  return await sql.begin(async (tx) => {
    await lockAddresses(tx, [email]);
    const newLink = await linkOf(tx);
    if (newLink) return newLink;
    const [existing] = await tx<{ id: number; worksThere: boolean; isLinked: boolean; isFrozen: boolean }[]>`
      select u.id, m.user_id is not null as works_there, i.user_id is not null as is_linked,
        u.frozen_at is not null or m.frozen_at is not null as is_frozen
      from users u
      left join memberships m on m.user_id = u.id and m.company_id = ${companyId}
      left join company_identities i on i.user_id = u.id and i.company_id = ${companyId} and i.issuer = ${issuer}
      where u.email = ${email}`;
    // The account is no member of the company, or is linked to somebody who had the address before.
    if (existing && (!existing.worksThere || existing.isLinked)) throw new ApiError('notOfCompany');
    if (existing?.isFrozen) throw new ApiError('accountFrozen');
    const userId = existing?.id ?? (await makeAccount(tx));
    await tx`
      insert into company_identities (company_id, issuer, subject, user_id, linked_at, last_used_at)
      values (${companyId}, ${issuer}, ${subject}, ${userId}, ${at}, ${at})`;
    return { userId, isNew: existing === undefined };
  });

  async function linkOf(db: Sql | Transaction): Promise<LinkedAccount | undefined> {
    const [link] = await db<{ userId: number }[]>`
      update company_identities set last_used_at = ${at}
      where company_id = ${companyId} and issuer = ${issuer} and subject = ${subject} returning user_id`;
    return link && { userId: link.userId, isNew: false };
  }

  async function makeAccount(tx: Transaction): Promise<number> {
    if (roleId === null) throw new ApiError('notOfCompany');
    const lan = lanOf(language);
    const [user] = await tx<{ id: number }[]>`
      insert into users (email, password_hash, name, lan, created_at)
      values (${email!}, ${passwordHash}, ${storable(name)}, ${lan}, ${at}) returning id`;
    await tx`
      insert into memberships (user_id, company_id, role_id, created_at) values (${user!.id}, ${companyId}, ${roleId}, ${at})`;
    await indexUsers(tx, [user!.id]);
    await bindInvitations(tx, user!.id, email!);
    return user!.id;
  }
}

/** Cleans a name to what a form accepts: at most 100 characters, no control characters. */
const storable = (name: string): string =>
  name
    .slice(0, 100)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
