// One site among those the session may see, with what most calls need of it.
import { Refusal } from '@heliograph/contract/errors.ts';
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
  /** Whether this session may change it, as far as its permissions go. */
  changeable: boolean;
}

const columns = (sql: Sql | Transaction, at: Date): Fragment =>
  sql`s.sid, s.name, s.company_id, s.country_code, s.latitude, s.longitude, s.timezone, s.currency, s.power_max_w,
      s.commissioned_on, ${isCommissioned(sql, at)} as is_commissioned, s.created_at, ${liveSite(sql, at)}`;

/** In which the session's person reads temperatures of the row `s`: her own unit, else the plant's. */
export const displayTemperatureUnit = (sql: Sql | Transaction, { userId }: Pick<Session, 'userId'>): Fragment =>
  sql`coalesce(nullif((select u.temperature_unit from users u where u.id = ${userId}), ''), s.temperature_unit)`;

/** Refuses with siteNotFound, whether it is missing or not this session's to see. */
export async function accessibleSite(
  { sql, session, at }: Pick<CallContext, 'sql' | 'session' | 'at'>,
  sid: string,
): Promise<Site> {
  const [site] = await sql<Site[]>`
    select ${columns(sql, at)}, ${editableSites(sql, session)} as changeable
    from ${sitesWithLive(sql)}
    where s.sid = ${sid} and ${accessibleSites(sql, session)}`;
  if (!site) throw new Refusal('siteNotFound');
  setRlsSite(sql, sid);
  return site;
}

/** For who opened its public page, asked as the process: only what the page may show of it leaves. */
export async function publicSite(
  sql: Transaction,
  sid: string,
  at: Date,
): Promise<Omit<Site, 'changeable'> | undefined> {
  const [site] = await sql<Omit<Site, 'changeable'>[]>`
    select ${columns(sql, at)} from ${sitesWithLive(sql)} where s.sid = ${sid}`;
  return site;
}
