// One site among those the session may see, with what most calls need of it.
import { Refusal } from '@heliograph/contract/errors.ts';
import type { Session } from '../context.ts';
import type { Transaction } from '../db/connect.ts';
import { askAbout } from './callSettings.ts';
import { changeableSites, visibleSites } from './visibleSites.ts';

export interface Site {
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
  createdAt: Date;
  status: number;
  statusBits: number;
  lastAt: Date | null;
  freshUntil: Date | null;
  /** Whether this session may change it, as far as its permissions go. */
  changeable: boolean;
}

/** Refuses with noSuchSite, whether it is missing or not this session's to see. */
export async function visibleSite(sql: Transaction, session: Session, sid: string): Promise<Site> {
  const [site] = await sql<Site[]>`
    select s.sid, s.name, s.company_id, s.country_code, s.latitude, s.longitude, s.timezone, s.currency, s.power_max_w,
      s.commissioned_on, s.created_at, coalesce(l.status, 2) as status, coalesce(l.status_bits, 0) as status_bits, l.at as last_at, l.fresh_until,
      ${changeableSites(sql, session)} as changeable
    from sites s left join site_live l using (sid)
    where s.sid = ${sid} and ${visibleSites(sql, session)}`;
  if (!site) throw new Refusal('noSuchSite');
  await askAbout(sql, sid);
  return site;
}
