// Reads one site that the session may see, with the fields that most calls need.
import { ApiError } from '@heliograph/contract/errors.ts';
import type { CallContext, Session } from '../context.ts';
import { isCommissioned } from '../live/siteStatus.ts';
import { type LiveSite, liveSite, sitesWithLive } from '../live/withLive.ts';
import type { Fragment, Sql, Transaction } from '../platform/database/connect.ts';
import { setRlsSite } from '../platform/database/rlsSettings.ts';
import { accessibleSites, editableSites } from './accessibleSites.ts';

export interface Site extends LiveSite {
  sid: string;
  name: string;
  companyId: number;
  countryCode: string;
  latitude: number;
  longitude: number;
  timezone: string;
  currency: string;
  powerMaxW: number;
  commissionedOn: string | null;
  isCommissioned: boolean;
  createdAt: Date;
  /** Whether the site is one that this session may change; its permissions decide what. */
  changeable: boolean;
}

const columns = (sql: Sql | Transaction, at: Date): Fragment =>
  sql`s.sid, s.name, s.company_id, s.country_code, s.latitude, s.longitude, s.timezone, s.currency, s.power_max_w,
      s.commissioned_on, ${isCommissioned(sql, at)} as is_commissioned, s.created_at, ${liveSite(sql, at)}`;

/** Temperature unit in which the session's user reads the site row `s`: the user's own unit, else the plant's. */
export const displayTemperatureUnit = (sql: Sql | Transaction, { userId }: Pick<Session, 'userId'>): Fragment =>
  sql`coalesce(nullif((select u.temperature_unit from users u where u.id = ${userId}), ''), s.temperature_unit)`;

/** Returns the site. Refuses with siteNotFound whether it is missing or hidden from this session. */
export async function accessibleSite(
  { sql, session, at }: Pick<CallContext, 'sql' | 'session' | 'at'>,
  sid: string,
): Promise<Site> {
  const [site] = await sql<Site[]>`
    select ${columns(sql, at)}, ${editableSites(sql, session)} as changeable
    from ${sitesWithLive(sql)}
    where s.sid = ${sid} and ${accessibleSites(sql, session)}`;
  if (!site) throw new ApiError('siteNotFound');
  setRlsSite(sql, sid);
  return site;
}

/** Returns the site for a visitor of its public page. It is read without row policies; the caller passes on only what that page may show. */
export async function publicSite(
  sql: Transaction,
  sid: string,
  at: Date,
): Promise<Omit<Site, 'changeable'> | undefined> {
  const [site] = await sql<Omit<Site, 'changeable'>[]>`
    select ${columns(sql, at)} from ${sitesWithLive(sql)} where s.sid = ${sid}`;
  return site;
}
