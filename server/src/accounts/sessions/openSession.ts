// What every way of signing in does once it knows whose account it is: opens the session, and tells of one that looks new.
import type { Response } from '@heliograph/contract/calls.ts';
import { clientName } from '@heliograph/contract/clientName.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import { accessibleSites } from '../../access/accessibleSites.ts';
import { hashToken, newToken, readSession, revokeSessions, SESSION_SECONDS } from '../../access/session.ts';
import type { PublicCaller, Session } from '../../context.ts';
import type { Fragment, Sql, Transaction } from '../../platform/database/connect.ts';
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
  /** The account has signed in from there before. */
  isKnownThere: boolean;
  /** The password alone does not open it. */
  hasCodes: boolean;
  /** Somebody of its branch has asked so, and the wait is over. */
  losesFactors: boolean;

  /** In the company that the session starts in. */
  isAdministrator: boolean;
  /** It lets its people in by its provider alone. */
  hasOwnSignIn: boolean;
}

/** With the company that the session starts in: the own one, else the oldest; a frozen place only where there is no other, nor one that asks for its own sign-in. `which`: of the user `u`. */
export async function readAccount(
  sql: Sql,
  which: Fragment,
  { address, at }: { address: string; at: Date },
): Promise<Account | undefined> {
  const [account] = await sql<Account[]>`
    select u.id, u.email, u.password_hash, coalesce(u.frozen_at, m.frozen_at) as frozen_at, u.country_code, u.state_code, u.avatar_path,
      m.role_id, case when r.company_id is null then r.code else '' end as role_code, r.name as role_name, m.company_id, m.is_company_owner, c.brand_id,
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

/** Whether the company of a place `m` lets it in by its own sign-in alone; who can mend a provider that is gone comes in all the same. */
export const requiresCompanySignIn = (sql: Sql | Transaction): Fragment => sql`(not m.is_company_owner
  and m.company_id in (select o.company_id from company_sign_ins o where not o.allows_other_ways)
  and m.role_id not in (select a.id from roles a where a.scope = 'all'))`;

export type SecondFactor = 'code' | 'recovery' | 'passkey' | 'provider' | null;

/**
 * `show`: in the session's transaction, what was shown besides the password, used up with it. Refuses with `otherwise`
 * what has changed since the account was read.
 */
export async function openSession(
  caller: PublicCaller,
  account: Account,
  {
    show,
    otherwise,
    signedInBy = null,
  }: {
    show: (tx: Transaction) => Promise<SecondFactor>;
    otherwise: 'wrongCredentials' | 'wrongPasskey' | 'companySignInOver';
    /** The company whose provider has said who it is; the session stays there. */
    signedInBy?: number | null;
  },
): Promise<Response<'sign-in'>> {
  const { context, sql, at, client, address, language } = caller;
  const token = newToken();
  const tokenHash = hashToken(token);
  const mayTell = await mayBeTold(caller, account);
  const session = await sql.begin(async (tx) => {
    // Only while the password is still the one that was read: whoever changes it waits for us, or we for him.
    await lockAccount(tx, account.id, 'beside');
    const [same] = await tx`select from users where id = ${account.id} and password_hash = ${account.passwordHash}`;
    if (!same) throw new Refusal(otherwise);
    const factor = await show(tx);
    // Nothing was lost after all.
    if (factor) await tx`delete from second_factor_resets where user_id = ${account.id}`;
    await tx`
      insert into sessions (token_hash, user_id, company_id, role_id, client, address, created_at, last_used_at, expires_at,
        second_factor, signed_in_by)
      values (${tokenHash}, ${account.id}, ${account.companyId}, ${account.roleId}, ${client}, ${address}, ${at}, ${at},
        ${new Date(at.getTime() + SESSION_SECONDS * 1000)}, ${factor}, ${signedInBy})`;
    if (mayTell) await sendNewSignInMail(tx, context.config, { ...caller, email: account.email });
    await rememberNetwork(tx, { userId: account.id, address, at });
    await rememberDevice(tx, { userId: account.id, client, at });
    // Whoever signs in with a session at hand has another one from now on; a program's token is none.
    const before = hashToken(caller.token);
    const [ended] = await tx<{ userId: number }[]>`
      delete from sessions where (token_hash = ${before} or former_hash = ${before}) and api_scope is null returning user_id`;
    if (ended) await revokeSessions(tx, ended.userId);
    const opened = await readSession(tx, tokenHash, at);
    // Another password, frozen or removed in the meantime.
    if (!opened) throw new Refusal(otherwise);
    return opened;
  });
  return {
    userInfo: userInfoOf(context.config, language, account),
    tokenInfo: { token, expiresAt: Math.floor(session.expiresAt.getTime() / 1000), duration: SESSION_SECONDS },
    siteCount: await countSites(sql, session),
  };
}

/** Of more an account remembers the newest. */
const MAX_DEVICES = 50;
const deviceOf = (client: string): string => clientName(client) ?? '';

/**
 * A sign-in looks new from a network, or with a program and system, that the account has not used for 90 days. The first
 * one of all does not, and nobody is told more than a few times a day. Of accounts older than this only networks are known.
 */
async function mayBeTold(
  { context, sql, at, client, address }: PublicCaller,
  { id, isKnownThere }: Account,
): Promise<boolean> {
  if (!context.config.mail) return false;
  const since = networksKnownSince(at);
  const [known] = await sql<{ device: boolean; devices: boolean; networks: boolean }[]>`
    select
      exists (select from sign_in_devices where user_id = ${id} and device = ${deviceOf(client)} and used_at > ${since}) as device,
      exists (select from sign_in_devices where user_id = ${id}) as devices,
      exists (select from sign_in_networks where user_id = ${id}) as networks`;
  const { device, devices, networks } = known!;
  if (!devices && !networks) return false;
  if (isKnownThere && (device || !devices)) return false;
  const { newSignIns } = await countAttempts(context, { newSignIns: id });
  if (newSignIns > 0)
    context.log.warn({ userId: id, address: networkOf(address) }, 'so many new sign-ins are not mailed');
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

async function countSites(sql: Sql, session: Session): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from sites s where ${accessibleSites(sql, session)}`;
  return row!.count;
}
