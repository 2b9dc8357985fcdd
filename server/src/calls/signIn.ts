// sign-in: opens a session; tells nothing about whether an account exists.
import { Refusal } from '@heliograph/contract/errors.ts';
import { networkOf } from '../addresses.ts';
import type { PublicCaller, Session } from '../context.ts';
import type { Sql } from '../db/connect.ts';
import type { Handler } from '../handler.ts';
import { passwordIsRight } from '../passwords.ts';
import { hashToken, newToken, readSession, SESSION_SECONDS } from '../session.ts';
import { countAccount, countAddress, forgetMistakes, networksKnownSince, rememberNetwork } from '../signInLimits.ts';
import { lockAccount } from '../sql/accountLock.ts';
import { visibleSites } from '../sql/visibleSites.ts';
import { pictureUrl } from '../wire/pictureUrl.ts';

export const signIn: Handler<'sign-in'> = async ({ account, password }, caller) => {
  const { context, sql, address, at, noteAudit } = caller;
  const email = account.toLowerCase();
  await countAddress(context, address);
  const user = await readUser(sql, { email, address, at });
  if (user) noteAudit({ userId: user.id });
  await countAccount(context, { email, address, isKnown: user?.isKnownThere ?? false });
  const right = await passwordIsRight(user?.passwordHash, password);
  if (!user || !right) throw new Refusal('wrongCredentials');
  // Told only to who knows the password.
  if (user.frozenAt) throw new Refusal('accountFrozen');
  await forgetMistakes(context, email, address);
  const { token, session } = await openSession(caller, user);
  return {
    userInfo: {
      uid: user.id,
      email: user.email,
      country: user.countryCode,
      state: user.stateCode,
      role: user.roleId,
      groupId: user.roleId,
      groupName: user.roleName,
      headerImg: user.avatarPath,
      fullHeaderImg: pictureUrl(context.config.publicUrl, user.avatarPath),
      defaultArea: user.countryCode,
      companyId: user.companyId,
      isCompanyOwner: user.isCompanyOwner ? 1 : 0,
      oemid: user.brandId,
      oemweb: context.config.publicUrl,
    },
    tokenInfo: { token, expiresAt: Math.floor(session.expiresAt.getTime() / 1000), duration: SESSION_SECONDS },
    siteCount: await countSites(sql, session),
  };
};

interface User {
  id: number;
  email: string;
  passwordHash: string;
  frozenAt: Date | null;
  countryCode: string;
  stateCode: string;
  avatarPath: string;
  roleId: number;
  roleName: string;
  companyId: number;
  isCompanyOwner: boolean;
  brandId: number;
  /** The account has signed in from there before. */
  isKnownThere: boolean;
}

/** With the company that the session starts in: the own one, else the oldest. */
async function readUser(
  sql: Sql,
  { email, address, at }: { email: string; address: string; at: Date },
): Promise<User | undefined> {
  const [user] = await sql<User[]>`
    select u.id, u.email, u.password_hash, u.frozen_at, u.country_code, u.state_code, u.avatar_path,
      m.role_id, r.name as role_name, m.company_id, m.is_company_owner, c.brand_id,
      exists (
        select from sign_in_networks n
        where n.user_id = u.id and n.network = ${networkOf(address)} and n.used_at > ${networksKnownSince(at)}
      ) as is_known_there
    from users u
    join memberships m on m.user_id = u.id
    join roles r on r.id = m.role_id
    join companies c on c.id = m.company_id
    where u.email = ${email}
    order by m.is_company_owner desc, m.created_at, m.company_id limit 1`;
  return user;
}

async function openSession(
  { sql, at, client, address }: PublicCaller,
  user: User,
): Promise<{ token: string; session: Session }> {
  const token = newToken();
  const tokenHash = hashToken(token);
  const session = await sql.begin(async (tx) => {
    // Only while the password is still the one that was checked: whoever changes it waits for us, or we for him.
    await lockAccount(tx, user.id, 'beside');
    const [same] = await tx`select from users where id = ${user.id} and password_hash = ${user.passwordHash}`;
    if (!same) throw new Refusal('wrongCredentials');
    await tx`
      insert into sessions (token_hash, user_id, company_id, role_id, client, address, created_at, last_used_at, expires_at)
      values (${tokenHash}, ${user.id}, ${user.companyId}, ${user.roleId}, ${client}, ${address}, ${at}, ${at},
        ${new Date(at.getTime() + SESSION_SECONDS * 1000)})`;
    await rememberNetwork(tx, { userId: user.id, address, at });
    const opened = await readSession(tx, tokenHash, at);
    // Another password, frozen or removed in the meantime.
    if (!opened) throw new Refusal('wrongCredentials');
    return opened;
  });
  return { token, session };
}

async function countSites(sql: Sql, session: Session): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from sites s where ${visibleSites(sql, session)}`;
  return row!.count;
}
