// The filters that lists of sites and of devices share: conditions on `sites s`.
import type { Fragment, Sql, Transaction } from '../db/connect.ts';
import { allOf, contains } from './page.ts';
import { isCommissioned } from './siteStatus.ts';

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

const usersWith = (sql: Db, email: string) => sql`(select id from users u where ${contains(sql, sql`u.email`, email)})`;

/** An address without an account is found as one with it is. */
const ownerWith = (sql: Db, email: string) =>
  sql`(s.owner_id in ${usersWith(sql, email)} or ${contains(sql, sql`s.invited_owner`, email)})`;
/** The days of creation are each site's own: they need `joinZones` (timeBuckets) with these. */
export function createdDays({ created_start_date, created_end_date }: SiteFilters) {
  return { firstDay: created_start_date, lastDay: created_end_date };
}

export function siteFilters(sql: Db, filters: SiteFilters, at: Date): Fragment {
  const { site_name, user_email, installer_email, country_code, street, is_commission } = filters;
  return allOf(sql, [
    site_name && contains(sql, sql`s.name`, site_name),
    user_email && ownerWith(sql, user_email),
    installer_email && sql`s.installer_id in ${usersWith(sql, installer_email)}`,
    country_code && sql`s.country_code = ${country_code.toUpperCase()}`,
    street && contains(sql, sql`s.street`, street),
    filters.created_start_date && sql`s.created_at >= z.begin_at`,
    filters.created_end_date && sql`s.created_at < z.end_at`,
    is_commission && sql`${isCommissioned(sql, at)} = ${/^(1|true|yes)$/i.test(is_commission)}`,
  ]);
}

/** Name, city, owner and installer of a site. */
export function siteText(sql: Db, text: string): Fragment {
  return sql`(${contains(sql, sql`s.name`, text)} or ${contains(sql, sql`s.city`, text)}
    or ${ownerWith(sql, text)} or s.installer_id in ${usersWith(sql, text)})`;
}

/** A status filter is the wire's integer; other words match nothing. */
export function statusFilter(sql: Db, column: Fragment, status: string): Fragment {
  return /^-?\d{1,4}$/.test(status) ? sql`${column} = ${Number(status)}` : sql`false`;
}

/** A model filter is the model's code or its name. */
export function modelFilter(sql: Db, model: string): Fragment {
  return /^\d{1,9}$/.test(model) ? sql`p.model = ${Number(model)}` : sql`lower(p.name) = ${model.toLowerCase()}`;
}
