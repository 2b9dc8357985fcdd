// Common parts of creating and changing a site: checks of its location, the choice of its installer, its columns.
import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import type { Session } from '../context.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { countryOf, isCurrency, isTimezone, zoneNamed } from '../platform/places/rules/countries.ts';
import { stateName } from '../platform/places/rules/states.ts';

export type SiteChange = Omit<ParsedRequest<'site/updateFast'>, 'sid' | 'version' | 'sn' | 'removeSn'>;

export function checkLocation({ countryCode, timezone, currency }: SiteChange): void {
  if (countryCode !== undefined && !countryOf(countryCode))
    throw new ApiError('unknownCountry', { value: countryCode });
  if (timezone !== undefined && !isTimezone(timezone)) throw new ApiError('unknownTimezone', { value: timezone });
  if (currency !== undefined && !isCurrency(currency)) throw new ApiError('unknownCurrency', { value: currency });
}

type Column = string | number | string[] | null;

/** Returns the columns of `sites` that the request contains; omitted ones stay unchanged. */
export function siteColumns(change: SiteChange): Record<string, Column> {
  const columns: Record<string, Column | undefined> = {
    name: change.siteName,
    country_code: change.countryCode,
    state_code: change.stateCode,
    state_name: change.stateCode === undefined ? undefined : stateName(change.stateCode),
    city: change.city,
    street: change.street,
    zip_code: change.zipCode,
    latitude: change.latitude,
    longitude: change.longitude,
    timezone: change.timezone === undefined ? undefined : zoneNamed(change.timezone),
    temperature_unit: change.temperatureUnit,
    currency: change.currency,
    power_max_w: change.powerMax,
    system_size_w: change.systemSize,
    control_limit_w: change.controlLimit,
    commissioned_on: change.commissionDate,
    pv_brand: change.pvBrand,
    pv_model: change.pvModel,
    battery_brand: change.batteryBrand,
    battery_model: change.batteryModel,
    remark: change.remark,
    pv_remark: change.pvRemark,
    battery_remark: change.batteryRemark,
    project_reference_id: change.projectReferenceId,
    allowed_sources: change.allowedSources,
  };
  return Object.fromEntries(
    Object.entries(columns).filter((entry): entry is [string, Column] => entry[1] !== undefined),
  );
}

export interface Installer {
  id: number;
  /** Company that the plant then belongs to. */
  companyId: number;
}

/**
 * Returns the installer with this address: a member of a company of the session's branch, or of the company of the changed
 * plant, as an owner has no branch and chooses among the members of the company that services the plant. Refuses with
 * userNotFound.
 */
export async function installerOf(
  sql: Transaction,
  session: Session,
  email: string,
  siteCompanyId: number | null = null,
): Promise<Installer> {
  const companies =
    session.scope === 'all' ? null : [...session.companyIds, ...(siteCompanyId === null ? [] : [siteCompanyId])];
  const [installer] = await sql<Installer[]>`
    select id, company_id from installer_with(${email.toLowerCase()}, ${companies}::int[], ${session.companyId})`;
  if (!installer) throw new ApiError('userNotFound', { email });
  return installer;
}

/** Returns the installer columns of `sites`; `email` "": none. The owner may name any address, without learning whether it has an account; others choose as by `installerOf`. */
export async function installerColumns(
  sql: Transaction,
  session: Session,
  { ownerId, companyId }: { ownerId: number | null; companyId: number },
  email: string,
): Promise<{ installer_id: number | null; invited_installer: string }> {
  if (email === '') return { installer_id: null, invited_installer: '' };
  if (ownerId !== session.userId)
    return { installer_id: (await installerOf(sql, session, email, companyId)).id, invited_installer: '' };
  const address = email.toLowerCase();
  // One that has not proved its address would see a plant of a company that it does not belong to.
  const [installer] = await sql<{ id: number | null }[]>`select invited_installer_account(${address}) as id`;
  return { installer_id: installer?.id ?? null, invited_installer: address };
}
