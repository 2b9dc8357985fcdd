// account/info: the profile of the signed-in user.
import type { ProblemDigest } from '@heliograph/contract/entities/problemDigest.ts';
import { languageOfLan } from '@heliograph/contract/envelope.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { brandById, brandIdOf } from '../../brands/brands.ts';
import { roleNameIn } from '../../companies/roles/roleName.ts';
import type { CallContext } from '../../context.ts';
import { pictureUrl } from '../../plants/pictures/pictureUrl.ts';
import type { Handler } from '../../platform/handler.ts';
import { countryName, intlLanguage } from '../../platform/places/rules/countries.ts';
import { stateName } from '../../platform/places/rules/states.ts';

export const accountInfo: Handler<'account/info'> = async (_request, caller) => {
  const { context, language } = caller;
  const profile = await readProfile(caller);
  const brand = await brandById(caller.sql, context.config, brandIdOf(profile.brandId, context.config));
  return {
    uid: profile.id,
    email: profile.email,
    userType: profile.roleId,
    countryName: countryName(profile.countryCode, intlLanguage(language)),
    stateName: stateName(profile.stateCode),
    countryCode: profile.countryCode,
    StateCode: profile.stateCode,
    city: profile.city,
    street: profile.street,
    contactPerson: profile.name,
    contactNumber: profile.phone,
    headerImg: profile.avatarPath,
    fullHeaderImg: pictureUrl(brand.publicUrl, profile.avatarPath),
    is_auth: profile.isFrozen ? 0 : 1,
    groupId: profile.roleId,
    groupName: roleNameIn(language, profile.roleCode, profile.roleName),
    parent_id: profile.parentId ?? 0,
    parent_email: profile.parentEmail ?? '',
    company_id: profile.companyId,
    companyName: profile.companyName,
    businessName: profile.businessName,
    oemid: profile.brandId,
    oemweb: brand.publicUrl,
    isCompanyOwner: profile.isCompanyOwner ? 1 : 0,
    isBlack: profile.isFrozen ? 1 : 0,
    language: languageOfLan(profile.lan),
    temperatureUnit: profile.temperatureUnit,
    problemDigest: profile.digest,
    digestTimezone: profile.digestZone,
  };
};

interface Profile {
  id: number;
  email: string;
  name: string;
  phone: string;
  countryCode: string;
  stateCode: string;
  city: string;
  street: string;
  avatarPath: string;
  lan: number;
  temperatureUnit: '' | 'Celsius' | 'Fahrenheit';
  digest: ProblemDigest;
  digestZone: string;
  isFrozen: boolean;
  roleId: number;
  roleCode: string;
  roleName: string;
  companyId: number;
  companyName: string;
  businessName: string;
  isCompanyOwner: boolean;
  brandId: number;
  parentId: number | null;
  parentEmail: string | null;
}

/** Reads the profile. `parent` is the owner of the user's company; plant owners belong to no branch and do not see who owns the root company. */
async function readProfile({ sql, session }: CallContext): Promise<Profile> {
  const [profile] = await sql<Profile[]>`
    select u.id, u.email, u.name, u.phone, u.country_code, u.state_code, u.city, u.street, u.business_name, u.avatar_path, u.lan, u.temperature_unit, u.digest, u.digest_zone, u.frozen_at is not null as is_frozen,
      r.id as role_id, case when r.company_id is null then r.code else '' end as role_code, r.name as role_name, c.id as company_id, c.name as company_name, c.brand_id, m.is_company_owner,
      parent.id as parent_id, parent.email as parent_email
    from users u
    join memberships m on m.user_id = u.id and m.company_id = ${session.companyId}
    join roles r on r.id = m.role_id
    join companies c on c.id = m.company_id
    left join lateral (
      select p.id, p.email from memberships pm join users p on p.id = pm.user_id
      where pm.company_id = c.id and pm.is_company_owner and p.id <> u.id and r.scope <> 'own'
      order by pm.created_at, p.id limit 1
    ) parent on true
    where u.id = ${session.userId}`;
  // The account was deleted milliseconds ago and this process does not know yet.
  if (!profile) throw new ApiError('unauthorized');
  return profile;
}
