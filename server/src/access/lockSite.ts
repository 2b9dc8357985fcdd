// One site that the session may change, locked until the end of the transaction.
import { Refusal } from '@heliograph/contract/errors.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { beginChange } from '../platform/database/rlsSettings.ts';
import { accessibleSites, editableSites, type Viewer } from './accessibleSites.ts';

export interface LockedSite {
  version: number;
  name: string;
  companyId: number;
  ownerId: number | null;
  installerId: number | null;
  /** "" for none. */
  installerEmail: string;
  sharedWith: number[];
  timezone: string;
  latitude: number;
  longitude: number;
}

/**
 * Refuses with siteNotFound, whether it is missing or not this session's to see, and with siteReadOnly when it may only be
 * looked at. Two editors at once come one after the other; reports that are being taken do not wait: it is not a full lock.
 */
export async function lockEditableSite(sql: Transaction, session: Viewer, sid: string): Promise<LockedSite> {
  const [site] = await sql<LockedSite[]>`
    select s.version, s.name, s.company_id, s.owner_id, s.installer_id, s.shared_with, s.timezone, s.latitude, s.longitude,
      coalesce(nullif(s.invited_installer, ''), (select u.email from users u where u.id = s.installer_id), '') as installer_email
    from sites s where s.sid = ${sid} and ${editableSites(sql, session)} for no key update of s`;
  if (site) {
    await beginChange(sql, sid);
    return site;
  }
  const [seen] = await sql`select from sites s where s.sid = ${sid} and ${accessibleSites(sql, session)}`;
  throw new Refusal(seen ? 'siteReadOnly' : 'siteNotFound');
}

/** What the portal does by itself with a plant comes before what a call changes of it, or after: locked as by `lockEditableSite`. */
export async function lockSite(sql: Transaction, sid: string): Promise<void> {
  await sql`select from sites s where s.sid = ${sid} for no key update of s`;
}

/** One that is offered to the session: who answers the offer changes it, though it is not to be seen before. */
export async function offeredSite(sql: Transaction, sid: string): Promise<{ name: string } | undefined> {
  await beginChange(sql, sid);
  const [site] = await sql<{ name: string }[]>`select s.name from sites s where s.sid = ${sid} for no key update of s`;
  return site;
}
