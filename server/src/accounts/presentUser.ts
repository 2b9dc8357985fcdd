// Presents the signed-in user and the company of the session for the answer of sign-in.
import type { UserInfo } from '@heliograph/contract/entities/user.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { roleNameIn } from '../companies/roles/roleName.ts';
import type { Config } from '../config.ts';
import { pictureUrl } from '../plants/pictures/pictureUrl.ts';

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
  companyId: number;
  isCompanyOwner: boolean;
  brandId: number;
}

export function userInfoOf(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  language: LanguageCode,
  user: SignedInUser,
): UserInfo {
  return {
    uid: user.id,
    email: user.email,
    country: user.countryCode,
    state: user.stateCode,
    role: user.roleId,
    groupId: user.roleId,
    groupName: roleNameIn(language, user.roleCode, user.roleName),
    headerImg: user.avatarPath,
    fullHeaderImg: pictureUrl(publicUrl, user.avatarPath),
    defaultArea: user.countryCode,
    companyId: user.companyId,
    isCompanyOwner: user.isCompanyOwner ? 1 : 0,
    oemid: user.brandId,
    oemweb: publicUrl,
  };
}
