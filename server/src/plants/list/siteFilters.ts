// Filters shared by lists of sites and of devices: conditions on `sites s`, and the sites that a list shows.
import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import { NO_COUNTRY } from '@heliograph/contract/countryFilter.ts';
import { accessibleSites } from '../../access/accessibleSites.ts';
import { seesDevices } from '../../access/pageModules.ts';
import type { Session } from '../../context.ts';
import { dataAge } from '../../live/dataAge.ts';
import { isCommissioned } from '../../live/siteStatus.ts';
import { sitesWithLive } from '../../live/withLive.ts';
import { joinZones } from '../../platform/calendar/timeBuckets.ts';
import type { Fragment, Sql, Transaction } from '../../platform/database/connect.ts';
import { allOf, containing, contains, containsLowered, startsWith } from '../../platform/database/paging.ts';

export interface SiteFilters {
  site_name?: string | undefined;
  user_email?: string | undefined;
  installer_email?: string | undefined;
  country_code?: string | undefined;
  street?: string | undefined;
  created_start_date?: string | undefined;
  created_end_date?: string | undefined;
  is_commission?: string | undefined;
}

type Db = Sql | Transaction;

type Asker = Pick<Session, 'scope'>;

/** Accounts of owners and installers by a part of their address. Administrators read all accounts, of which a few are found sooner. */
const usersWith = (sql: Db, { scope }: Asker, email: string) =>
  scope === 'all'
    ? sql`(select u.id from users u where ${contains(sql, sql`u.email`, email)})`
    : sql`(select u.id from plant_accounts_with(${containing(email)}) u)`;

/** Condition: the column refers to an account with this address. `ids`: the accounts, if they are known already. */
const isOneOf = (sql: Db, session: Asker, column: Fragment, email: string, ids?: readonly number[]): Fragment =>
  ids ? sql`${column} = any (${ids}::int[])` : sql`${column} in ${usersWith(sql, session, email)}`;

const ownedBy = (sql: Db, session: Asker, email: string, ids?: readonly number[]) =>
  isOneOf(sql, session, sql`s.owner_id`, email, ids);
const installedBy = (sql: Db, session: Asker, email: string, ids?: readonly number[]) =>
  sql`(${isOneOf(sql, session, sql`s.installer_id`, email, ids)} and s.invited_installer = '')`;

/** Accounts that match address filters; if they are known beforehand, their plants are selected by an index. */
export interface People {
  owners?: readonly number[];
  installers?: readonly number[];
}

/** With more accounts, the plants are so many that they are scanned. */
const MAX_PEOPLE = 100;

export async function fewPeople(
  sql: Transaction,
  session: Asker,
  { user_email, installer_email }: Pick<SiteFilters, 'user_email' | 'installer_email'>,
): Promise<People> {
  const few = async (email: string | undefined): Promise<number[] | undefined> => {
    if (!email) return undefined;
    const users = await sql<{ id: number }[]>`${usersWith(sql, session, email)} limit ${MAX_PEOPLE + 1}`;
    return users.length > MAX_PEOPLE ? undefined : users.map(({ id }) => id);
  };
  const [owners, installers] = await Promise.all([few(user_email), few(installer_email)]);
  return { ...(owners && { owners }), ...(installers && { installers }) };
}

/** Condition on the country of a plant or an account; '' is stored where none is set. */
export const inCountry = (sql: Db, column: Fragment, filter: string): Fragment =>
  sql`${column} = ${filter.toLowerCase() === NO_COUNTRY ? '' : filter.toUpperCase()}`;

/** Returns the filter's days of creation, which are each site's own calendar days: pass them to `joinZones` (timeBuckets). */
export function createdDays({ created_start_date, created_end_date }: SiteFilters) {
  return { firstDay: created_start_date, lastDay: created_end_date };
}

export function siteFilters(sql: Db, session: Asker, filters: SiteFilters, at: Date, people: People = {}): Fragment {
  const { site_name, user_email, installer_email, country_code, street, is_commission } = filters;
  return allOf(sql, [
    site_name && contains(sql, sql`s.name`, site_name),
    // An address without an account matches like one with an account.
    user_email &&
      sql`(${ownedBy(sql, session, user_email, people.owners)} or ${contains(sql, sql`s.invited_owner`, user_email)})`,
    installer_email &&
      sql`(${installedBy(sql, session, installer_email, people.installers)} or ${contains(sql, sql`s.invited_installer`, installer_email)})`,
    country_code && inCountry(sql, sql`s.country_code`, country_code),
    street && contains(sql, sql`s.street`, street),
    filters.created_start_date && sql`s.created_at >= z.begin_at`,
    filters.created_end_date && sql`s.created_at < z.end_at`,
    is_commission && sql`${isCommissioned(sql, at)} = ${/^(1|true|yes)$/i.test(is_commission)}`,
  ]);
}

/** Condition: the text is in the name, city, owner or installer of a site, by account or invited. */
export function siteText(sql: Db, session: Asker, text: string): Fragment {
  return sql`(${containsLowered(sql, sql`s.searched`, text)} or ${ownedBy(sql, session, text)} or ${installedBy(sql, session, text)})`;
}

/** Condition on products `p`: the filter is the model's code or its name. */
export function modelFilter(sql: Db, model: string): Fragment {
  return /^\d{1,9}$/.test(model) ? sql`p.model = ${Number(model)}` : sql`lower(p.name) = ${model.toLowerCase()}`;
}

interface SelectionOptions {
  at: Date;
  needsToday: boolean;
  /** False: the live row `l` is not joined; `heard` cannot be filtered by then. */
  needsLive?: boolean;
  people?: People;
}

/** Returns the from and where clauses for the matching sites that the session may see, of any status: `sitesWithLive` and, if needed, `z` of `joinZones`. */
export function filteredSites(
  sql: Transaction,
  session: Session,
  filters: Omit<ParsedRequest<'site/listWithSN'>['filters'], 'status'>,
  { at, needsToday, needsLive = true, people }: SelectionOptions,
): Fragment {
  const { keywords, sn, model, heard } = filters;
  const withDevice = (which: Fragment, products = sql``) =>
    seesDevices(session)
      ? sql`s.sid in (select d.sid from devices d ${products} where d.removed_at is null and ${which})`
      : sql`false`;
  const withNumber = (text: string) => withDevice(startsWith(sql, sql`d.sn`, text));
  // Two subqueries, as each has an index.
  const ofDevice = (text: string) => sql`(${withNumber(text)} or ${withDevice(contains(sql, sql`d.alias`, text))})`;
  const created = createdDays(filters);
  const zones = needsToday || created.firstDay || created.lastDay ? joinZones(sql, { at, ...created }) : sql``;
  return sql`
    from ${needsLive ? sitesWithLive(sql) : sql`sites s`} ${zones}
    where ${accessibleSites(sql, session)} and ${siteFilters(sql, session, filters, at, people)} and ${allOf(sql, [
      keywords && sql`(${siteText(sql, session, keywords)} or ${ofDevice(keywords)})`,
      sn && withNumber(sn),
      model && withDevice(modelFilter(sql, model), sql`join products p on p.id = d.product_id`),
      heard && sql`${dataAge(sql, at)} = ${heard}`,
    ])}`;
}
