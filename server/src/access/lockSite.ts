// Locks one site that the session may change until the end of the transaction.
import { ApiError } from '@heliograph/contract/errors.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { beginChange } from '../platform/database/rlsSettings.ts';
import { accessibleSites, editableSites, type Viewer } from './accessibleSites.ts';

export interface LockedSite {
  version: number;
  name: string;
  companyId: number;
  ownerId: number | null;
  installerId: number | null;
  /** Address of an installer who has not accepted yet or has no account; "": none. */
  invitedInstaller: string;
  sharedWith: number[];
  timezone: string;
  latitude: number;
  longitude: number;
}

/**
 * Returns the locked site. Refuses with siteNotFound whether it is missing or hidden from this session, and with
 * siteReadOnly if the session may only read it. Serializes two editors; reports being ingested do not wait, as it is not
 * a full lock.
 */
export async function lockEditableSite(sql: Transaction, session: Viewer, sid: string): Promise<LockedSite> {
  const [site] = await sql<LockedSite[]>`
    select s.version, s.name, s.company_id, s.owner_id, s.installer_id, s.shared_with, s.timezone, s.latitude, s.longitude, s.invited_installer
    from sites s where s.sid = ${sid} and ${editableSites(sql, session)} for no key update of s`;
  if (site) {
    await beginChange(sql, sid);
    return site;
  }
  const [readable] = await sql`select from sites s where s.sid = ${sid} and ${accessibleSites(sql, session)}`;
  throw new ApiError(readable ? 'siteReadOnly' : 'siteNotFound');
}

/** Locks a site as `lockEditableSite` does, so that a background change of a plant runs before or after a call's change, never at the same time. */
export async function lockSite(sql: Transaction, sid: string): Promise<void> {
  await sql`select from sites s where s.sid = ${sid} for no key update of s`;
}

/** Locks a site that is offered to the session and returns its name: accepting or declining the offer changes the site, though the session does not see it yet. */
export async function offeredSite(sql: Transaction, sid: string): Promise<{ name: string } | undefined> {
  await beginChange(sql, sid);
  const [site] = await sql<{ name: string }[]>`select s.name from sites s where s.sid = ${sid} for no key update of s`;
  return site;
}
