// user/invitation/accept: joins the company of an invitation, with a new account if the address has none.

import { ApiError } from '@heliograph/contract/errors.ts';
import { TERMS_VERSION } from '@heliograph/contract/limits.ts';
import { indexUsers } from '../../../access/peopleIndex.ts';
import { hashToken } from '../../../access/session.ts';
import { assertPasswordAllowed } from '../../../accounts/passwords/breachedPasswords.ts';
import { hashPassword, verifyPassword } from '../../../accounts/passwords/passwords.ts';
import { rememberNetwork } from '../../../accounts/sessions/signInLimits.ts';
import { branchBelow } from '../../../companies/people/lockPeople.ts';
import { bindInvitations, lockAddresses } from '../../../plants/sharing/invitations.ts';
import type { Transaction } from '../../../platform/database/connect.ts';
import type { Handler } from '../../../platform/handler.ts';
import { networkOf } from '../../../platform/limits/networks.ts';
import { countAttempt } from '../../../platform/limits/rateLimits.ts';

export const userInvitationAccept: Handler<'user/invitation/accept'> = async (
  { token, password, agreedTo },
  { context, address, at, noteAudit, read, finish },
) => {
  await countAttempt(context, 'resets', networkOf(address));
  const tokenHash = hashToken(token);
  const pending = await read((sql) => invitationOf(sql, tokenHash, at));
  if (!pending) throw new ApiError('invitationNotFound');
  const { email, hasAccount, handedOver } = pending;
  if (password === undefined && !(hasAccount && !handedOver))
    throw new ApiError('badRequest', { field: 'password', reason: 'required' });
  // A mailed link proves that its holder has the address, one that was handed over does not.
  if (hasAccount && handedOver && !(await verifyPassword(pending.accountHash!, password!)))
    throw new ApiError('wrongPassword');
  if (!hasAccount) {
    if (agreedTo !== TERMS_VERSION) throw new ApiError('termsHaveChanged');
    await assertPasswordAllowed(context, password!, email);
  }
  const passwordHash = hasAccount ? null : await hashPassword(password!);
  return await finish(async (sql) => {
    await lockAddresses(sql, [email]);
    // Of two concurrent requests the first one wins; a newer link or a withdrawal invalidates it even now.
    const [invitation] = await sql<Invitation[]>`
      delete from company_invitations where token_hash = ${tokenHash} and expires_at > ${at}
      returning email, company_id, role_id, is_company_owner, name, phone, country_code, state_code, city, street, lan`;
    if (!invitation) throw new ApiError('invitationNotFound');
    const { companyId, roleId, isCompanyOwner, ...profile } = invitation;
    const [known] = await sql<{ id: number; hash: string }[]>`
      select id, password_hash as hash from users where email = ${email}`;
    // The account was deleted, made or given another password meanwhile.
    const isChanged = known ? handedOver && known.hash !== pending.accountHash : passwordHash === null;
    if (isChanged) throw new ApiError('invitationNotFound');
    const made = { ...profile, addressProven: !handedOver, passwordHash: passwordHash!, createdAt: at };
    const userId = known?.id ?? (await makeAccount(sql, made, handedOver ? await branchBelow(sql, companyId) : null));
    if (!known) await rememberNetwork(sql, { userId, address, at });
    // Queried separately: on a cluster an insert from a select without a table inserts nothing.
    const [manager] = await sql`select 1 from memberships where company_id = ${companyId} and is_company_owner limit 1`;
    await sql`
      insert into memberships (user_id, company_id, role_id, is_company_owner, created_at)
      values (${userId}, ${companyId}, ${roleId}, ${isCompanyOwner && !manager}, ${at}) on conflict do nothing`;
    await indexUsers(sql, [userId]);
    noteAudit({ userId, after: { companyId, groupId: roleId, ...(known ? {} : { agreedTo: TERMS_VERSION }) } });
    return {};
  });
};

interface Profile {
  email: string;
  name: string;
  phone: string;
  countryCode: string;
  stateCode: string;
  city: string;
  street: string;
  lan: number;
}

interface Invitation extends Profile {
  companyId: number;
  roleId: number;
  isCompanyOwner: boolean;
}

interface Pending {
  email: string;
  hasAccount: boolean;
  handedOver: boolean;
  /** Hash of the account's password; null without an account. */
  accountHash: string | null;
}

async function invitationOf(sql: Transaction, tokenHash: Buffer, at: Date): Promise<Pending | undefined> {
  const [row] = await sql<Pending[]>`
    select i.email, u.id is not null as has_account, i.handed_over, u.password_hash as account_hash from company_invitations i left join users u on u.email = i.email
    where i.token_hash = ${tokenHash} and i.expires_at > ${at}`;
  return row;
}

async function makeAccount(
  sql: Transaction,
  columns: Profile & { passwordHash: string; addressProven: boolean; createdAt: Date },
  within: readonly number[] | null,
): Promise<number> {
  const [user] = await sql<{ id: number }[]>`insert into users ${sql({ ...columns })} returning id`;
  const { id } = user!;
  await sql`insert into consents (user_id, version, agreed_at) values (${id}, ${TERMS_VERSION}, ${columns.createdAt})`;
  await bindInvitations(sql, id, columns.email, within);
  return id;
}
