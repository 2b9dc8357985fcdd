// What making and changing a site have in common: places that exist, people that may be chosen, the columns.
import type { Asked } from '@heliograph/contract/calls.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import type { Session } from '../context.ts';
import type { Transaction } from '../db/connect.ts';
import { countryOf, isCurrency, isTimezone } from '../rules/places.ts';
import { stateName } from '../rules/states.ts';

export type SiteChange = Omit<Asked<'site/updateFast'>, 'sid' | 'version' | 'sn' | 'removeSn'>;

export function checkPlace({ countryCode, timezone, currency }: SiteChange): void {
  if (countryCode !== undefined && !countryOf(countryCode)) throw new Refusal('unknownCountry', { value: countryCode });
  if (timezone !== undefined && !isTimezone(timezone)) throw new Refusal('unknownTimezone', { value: timezone });
  if (currency !== undefined && !isCurrency(currency)) throw new Refusal('unknownCurrency', { value: currency });
}

/** The columns of `sites` that the request names; what it leaves out stays. */
export function siteColumns(given: SiteChange): Record<string, string | number | null> {
  const columns: Record<string, string | number | null | undefined> = {
    name: given.siteName,
    country_code: given.countryCode,
    state_code: given.stateCode,
    state_name: given.stateCode === undefined ? undefined : stateName(given.stateCode),
    city: given.city,
    street: given.street,
    zip_code: given.zipCode,
    latitude: given.latitude,
    longitude: given.longitude,
    timezone: given.timezone,
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
  };
  return Object.fromEntries(
    Object.entries(columns).filter((entry): entry is [string, string | number | null] => entry[1] !== undefined),
  );
}

/** An account of any company: plants are given to owners and shared with people of other companies. */
export async function accountId(sql: Transaction, email: string): Promise<number> {
  const [user] = await sql<
    { id: number }[]
  >`select id from users where email = ${email.toLowerCase()} and frozen_at is null`;
  if (!user) throw new Refusal('noSuchUser', { email });
  return user.id;
}

export interface Installer {
  id: number;
  /** The company that the plant then belongs to. */
  companyId: number;
}

/** An account that works in a company of the session's branch. */
export async function installerOf(sql: Transaction, session: Session, email: string): Promise<Installer> {
  const seen =
    session.scope === 'all'
      ? sql`true`
      : sql`m.company_id = any (${session.companyIds}::int[]) or m.user_id = ${session.userId}`;
  const [installer] = await sql<Installer[]>`
    select u.id, m.company_id from users u join memberships m on m.user_id = u.id join roles r on r.id = m.role_id
    where u.email = ${email.toLowerCase()} and u.frozen_at is null and r.scope <> 'own' and (${seen})
    order by m.company_id = ${session.companyId} desc, m.company_id limit 1`;
  if (!installer) throw new Refusal('noSuchUser', { email });
  return installer;
}

/** Exactly these accounts see the plant besides those that see it anyway. */
export async function shareWith(sql: Transaction, sid: string, emails: readonly string[]): Promise<void> {
  const ids: number[] = [];
  for (const email of emails) ids.push(await accountId(sql, email));
  await sql`delete from site_shares where sid = ${sid} and user_id <> all (${ids}::int[])`;
  await sql`insert into site_shares (sid, user_id) select ${sid}, unnest(${ids}::int[]) on conflict do nothing`;
}

export async function audit(
  sql: Transaction,
  by: { at: Date; session: Session; address: string },
  action: string,
  object: string,
  change: { before?: object; after?: object } = {},
): Promise<void> {
  const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));
  await sql`
    insert into audit_log (at, user_id, address, action, object, before, after)
    values (${by.at}, ${by.session.userId}, ${by.address}, ${action}, ${object},
      ${json(change.before)}::text::jsonb, ${json(change.after)}::text::jsonb)`;
}
