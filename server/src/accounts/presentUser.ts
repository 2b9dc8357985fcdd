// Presents the signed-in user and the company of the session, as sign-in answers them.
import type { UserInfo } from '@heliograph/contract/entities/user.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { type Brand, brandById, brandIdOf } from '../brands/brands.ts';
import { roleNameIn } from '../companies/roles/roleName.ts';
import type { Config } from '../config.ts';
import { pictureUrl } from '../plants/pictures/pictureUrl.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';

export interface SignedInUser {
  id: number;
  email: string;
  countryCode: string;
  stateCode: string;
  avatarPath: string;
  roleId: number;
  /** Empty for a role made by a company. */
  roleCode: string;
  roleName: string;
  scope: UserInfo['scope'];
  companyId: number;
  isCompanyOwner: boolean;
  brandId: number;
}

/** Returns the user with their role in the company; undefined without an active membership there. */
export async function signedInUser(
  sql: Sql | Transaction,
  userId: number,
  companyId: number,
): Promise<SignedInUser | undefined> {
  const [user] = await sql<SignedInUser[]>`
    select u.id, u.email, u.country_code, u.state_code, u.avatar_path, m.role_id, case when r.company_id is null then r.code else '' end as role_code, r.name as role_name, r.scope, m.company_id,
      m.is_company_owner, c.brand_id
    from users u join memberships m on m.user_id = u.id join roles r on r.id = m.role_id join companies c on c.id = m.company_id
    where u.id = ${userId} and m.company_id = ${companyId} and m.frozen_at is null`;
  return user;
}

/** `oemweb`: where the pages of the user's brand are. */
export async function userInfoOf(
  sql: Sql | Transaction,
  config: Pick<Config, 'publicUrl' | 'brand'>,
  language: LanguageCode,
  user: SignedInUser,
): Promise<UserInfo> {
  const { publicUrl }: Brand = await brandById(sql, config, brandIdOf(user.brandId, config));
  return {
    uid: user.id,
    email: user.email,
    country: user.countryCode,
    state: user.stateCode,
    role: user.roleId,
    groupId: user.roleId,
    groupName: roleNameIn(language, user.roleCode, user.roleName),
    scope: user.scope,
    headerImg: user.avatarPath,
    fullHeaderImg: pictureUrl(publicUrl, user.avatarPath),
    defaultArea: user.countryCode,
    companyId: user.companyId,
    isCompanyOwner: user.isCompanyOwner ? 1 : 0,
    oemid: user.brandId,
    oemweb: publicUrl,
  };
}
