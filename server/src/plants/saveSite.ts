// What making and changing a site have in common: places that exist, people that may be chosen, the columns.
import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import type { Session } from '../context.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { countryOf, isCurrency, isTimezone, zoneNamed } from '../platform/places/rules/countries.ts';
import { stateName } from '../platform/places/rules/states.ts';

export type SiteChange = Omit<ParsedRequest<'site/updateFast'>, 'sid' | 'version' | 'sn' | 'removeSn'>;

export function checkLocation({ countryCode, timezone, currency }: SiteChange): void {
  if (countryCode !== undefined && !countryOf(countryCode)) throw new Refusal('unknownCountry', { value: countryCode });
  if (timezone !== undefined && !isTimezone(timezone)) throw new Refusal('unknownTimezone', { value: timezone });
  if (currency !== undefined && !isCurrency(currency)) throw new Refusal('unknownCurrency', { value: currency });
}

type Column = string | number | string[] | null;

/** The columns of `sites` that the request names; what it leaves out stays. */
export function siteColumns(given: SiteChange): Record<string, Column> {
  const columns: Record<string, Column | undefined> = {
    name: given.siteName,
    country_code: given.countryCode,
    state_code: given.stateCode,
    state_name: given.stateCode === undefined ? undefined : stateName(given.stateCode),
    city: given.city,
    street: given.street,
    zip_code: given.zipCode,
    latitude: given.latitude,
    longitude: given.longitude,
    timezone: given.timezone === undefined ? undefined : zoneNamed(given.timezone),
    temperature_unit: given.temperatureUnit,
    currency: given.currency,
    power_max_w: given.powerMax,
    system_size_w: given.systemSize,
    control_limit_w: given.controlLimit,
    commissioned_on: given.commissionDate,
    pv_brand: given.pvBrand,
    pv_model: given.pvModel,
    battery_brand: given.batteryBrand,
    battery_model: given.batteryModel,
    remark: given.remark,
    pv_remark: given.pvRemark,
    battery_remark: given.batteryRemark,
    project_reference_id: given.projectReferenceId,
    allowed_sources: given.allowedSources,
  };
  return Object.fromEntries(
    Object.entries(columns).filter((entry): entry is [string, Column] => entry[1] !== undefined),
  );
}

export interface Installer {
  id: number;
  /** The company that the plant then belongs to. */
  companyId: number;
}

/**
 * An account that works in a company of the session's branch, or in the company of the plant that is changed: an owner
 * has no branch, and chooses among the people of the company that looks after the plant.
 */
export async function installerOf(
  sql: Transaction,
  session: Session,
  email: string,
  siteCompanyId: number | null = null,
): Promise<Installer> {
  const seen =
    session.scope === 'all'
      ? sql`true`
      : sql`m.company_id = any (${session.companyIds}::int[]) or m.user_id = ${session.userId} or m.company_id = ${siteCompanyId}`;
  const [installer] = await sql<Installer[]>`
    select u.id, m.company_id from users u join memberships m on m.user_id = u.id join roles r on r.id = m.role_id
    where u.email = ${email.toLowerCase()} and u.frozen_at is null and m.frozen_at is null and r.scope <> 'own' and (${seen})
    order by m.company_id = ${session.companyId} desc, m.company_id limit 1`;
  if (!installer) throw new Refusal('userNotFound', { email });
  return installer;
}

/** Columns of `sites`. "" is nobody. The owner names whomever he wants, and learns nothing of accounts by it; others as `installerOf` says. */
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
  const [installer] = await sql<{ id: number }[]>`
    select u.id from users u join memberships m on m.user_id = u.id join roles r on r.id = m.role_id
    where u.email = ${address} and r.scope <> 'own' limit 1`;
  return { installer_id: installer?.id ?? null, invited_installer: address };
}
