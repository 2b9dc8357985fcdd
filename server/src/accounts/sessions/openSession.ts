// Opens the session after any kind of sign-in has identified the account, and mails a notice if the sign-in looks new.
import type { Response } from '@heliograph/contract/calls.ts';
import { clientName } from '@heliograph/contract/clientName.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { accessibleSites } from '../../access/accessibleSites.ts';
import { hashToken, newSessionToken, readSession, revokeSessions, SESSION_SECONDS } from '../../access/session.ts';
import type { PublicCaller, Session } from '../../context.ts';
import type { Fragment, Sql, Transaction } from '../../platform/database/connect.ts';
import { retryConflicts } from '../../platform/database/retryConflicts.ts';
import { networkOf } from '../../platform/limits/networks.ts';
import { countAttempts } from '../../platform/limits/rateLimits.ts';
import { lockAccount } from '../accountLock.ts';
import { sendNewSignInMail } from '../accountMails.ts';
import { type SignedInUser, userInfoOf } from '../presentUser.ts';
import { openResetsSince } from '../secondFactors/secondFactors.ts';
import { networksKnownSince, rememberNetwork } from './signInLimits.ts';

export interface Account extends SignedInUser {
  passwordHash: string;
  frozenAt: Date | null;
  /** Whether the account has recently signed in from this network. */
  isKnownThere: boolean;
  /** Whether sign-in needs a code besides the password. */
  hasCodes: boolean;
  /** Whether somebody of its branch has requested a reset of its second factors and the waiting time is over. */
  losesFactors: boolean;

  /** Whether the user is an administrator in the company that the session starts in. */
  isAdministrator: boolean;
  /** Whether that company accepts only sign-ins at its provider. */
  hasOwnSignIn: boolean;
}

/**
 * Returns the account with the company that the session starts in: the user's own, else the oldest membership. A frozen
 * membership, or one that requires the company's sign-in, is chosen only if there is no other. `which`: a condition on `users u`.
 */
export async function readAccount(
  sql: Sql,
  which: Fragment,
  { address, at }: { address: string; at: Date },
): Promise<Account | undefined> {
  const [account] = await sql<Account[]>`
    select u.id, u.email, u.password_hash, coalesce(u.frozen_at, m.frozen_at) as frozen_at, u.country_code, u.state_code, u.avatar_path,
      m.role_id, case when r.company_id is null then r.code else '' end as role_code, r.name as role_name, r.scope, m.company_id, m.is_company_owner, c.brand_id,
      exists (
        select from sign_in_networks n
        where n.user_id = u.id and n.network = ${networkOf(address)} and n.used_at > ${networksKnownSince(at)}
      ) as is_known_there,
      exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as has_codes,
      exists (select from second_factor_resets t where t.user_id = u.id and t.due_at <= ${at} and t.due_at > ${openResetsSince(at)}) as loses_factors,
      r.scope = 'all' as is_administrator, ${requiresCompanySignIn(sql)} as has_own_sign_in
    from users u
    join memberships m on m.user_id = u.id
    join roles r on r.id = m.role_id
    join companies c on c.id = m.company_id
    where ${which}
    order by m.frozen_at is not null, ${requiresCompanySignIn(sql)}, m.is_company_owner desc, m.created_at, m.company_id limit 1`;
  return account;
}

/** Condition: the company of the membership `m` accepts only its own sign-in. Owners and administrators are exempt, as they can repair a broken provider. */
export const requiresCompanySignIn = (sql: Sql | Transaction): Fragment => sql`(not m.is_company_owner
  and m.company_id in (select o.company_id from company_sign_ins o where not o.allows_other_ways)
  and m.role_id not in (select a.id from roles a where a.scope = 'all'))`;

export type SecondFactor = 'code' | 'recovery' | 'passkey' | 'provider' | null;

/**
 * Opens a session. `show`: returns, in the session's transaction, the second factor that was shown, and consumes it.
 * Refuses with `otherwise` if the account has changed since it was read.
 */
export async function openSession(
  requester: PublicCaller,
  account: Account,
  {
    show,
    otherwise,
    signedInBy = null,
  }: {
    show: (tx: Transaction) => Promise<SecondFactor>;
    otherwise: 'wrongCredentials' | 'wrongPasskey' | 'companySignInOver';
    /** The company whose provider has identified the user; the session stays in it. */
    signedInBy?: number | null;
  },
): Promise<Response<'sign-in'>> {
  const { context, sql, at, client, address, language } = requester;
  const token = newSessionToken();
  const tokenHash = hashToken(token);
  const sendsNotice = await needsNotice(requester, account);
  const open = async (tx: Transaction) => {
    // Only if the password is still the one that was read; a concurrent change of it waits for this lock, or this for that.
    await lockAccount(tx, account.id, 'beside');
    const [unchanged] =
      await tx`select from users where id = ${account.id} and password_hash = ${account.passwordHash}`;
    if (!unchanged) throw new ApiError(otherwise);
    const factor = await show(tx);
    // The user still has the second factor, so a requested reset is obsolete.
    if (factor) await tx`delete from second_factor_resets where user_id = ${account.id}`;
    await tx`
      insert into sessions (token_hash, user_id, company_id, role_id, client, address, created_at, last_used_at, expires_at,
        second_factor, signed_in_by)
      values (${tokenHash}, ${account.id}, ${account.companyId}, ${account.roleId}, ${client}, ${address}, ${at}, ${at},
        ${new Date(at.getTime() + SESSION_SECONDS * 1000)}, ${factor}, ${signedInBy})`;
    if (sendsNotice) await sendNewSignInMail(tx, context.config, { ...requester, email: account.email });
    await rememberNetwork(tx, { userId: account.id, address, at });
    await rememberDevice(tx, { userId: account.id, client, at });
    // The new session replaces the one that the request carried, unless that is an API token.
    const previous = hashToken(requester.token);
    const [ended] = await tx<{ userId: number }[]>`
      delete from sessions where (token_hash = ${previous} or former_hash = ${previous}) and api_scope is null returning user_id`;
    if (ended) await revokeSessions(tx, ended.userId);
    const opened = await readSession(tx, tokenHash, at);
    // The password was changed, or the account frozen or removed, in the meantime.
    if (!opened) throw new ApiError(otherwise);
    return opened;
  };
  const session = await retryConflicts(() => sql.begin(open));
  return {
    userInfo: await userInfoOf(sql, context.config, language, account),
    tokenInfo: { token, expiresAt: Math.floor(session.expiresAt.getTime() / 1000), duration: SESSION_SECONDS },
    siteCount: await countSites(sql, session),
  };
}

/** Maximum number of devices stored per account; the newest stay. */
const MAX_DEVICES = 50;
const deviceOf = (client: string): string => clientName(client) ?? '';

/**
 * Whether to mail a notice: the sign-in is from a network, or with a program and system, that the account has not used for
 * 90 days. The first sign-in of an account is not new, and a few notices a day are the maximum. For accounts without
 * recorded devices only networks are compared.
 */
async function needsNotice(
  { context, sql, at, client, address }: PublicCaller,
  { id, isKnownThere }: Account,
): Promise<boolean> {
  if (!context.config.mail) return false;
  const since = networksKnownSince(at);
  const [history] = await sql<{ device: boolean; devices: boolean; networks: boolean }[]>`
    select
      exists (select from sign_in_devices where user_id = ${id} and device = ${deviceOf(client)} and used_at > ${since}) as device,
      exists (select from sign_in_devices where user_id = ${id}) as devices,
      exists (select from sign_in_networks where user_id = ${id}) as networks`;
  const { device, devices, networks } = history!;
  if (!devices && !networks) return false;
  if (isKnownThere && (device || !devices)) return false;
  const { newSignIns } = await countAttempts(context, { newSignIns: id });
  if (newSignIns > 0)
    context.log.warn({ userId: id, address: networkOf(address) }, 'too many new sign-ins to mail a notice of each');
  return newSignIns === 0;
}

async function rememberDevice(
  sql: Transaction,
  { userId, client, at }: { userId: number; client: string; at: Date },
): Promise<void> {
  await sql`
    insert into sign_in_devices (user_id, device, used_at) values (${userId}, ${deviceOf(client)}, ${at})
    on conflict (user_id, device) do update set used_at = excluded.used_at`;
  await sql`
    delete from sign_in_devices where user_id = ${userId} and device in (
      select device from sign_in_devices where user_id = ${userId} order by used_at desc, device offset ${MAX_DEVICES})`;
}

/** Counts the plants that a session may see. */
export async function countSites(sql: Sql, session: Session): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from sites s where ${accessibleSites(sql, session)}`;
  return row!.count;
}
