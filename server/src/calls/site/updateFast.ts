// site/updateFast: changes what is given of a plant, adds devices, releases devices. The change to copy.

import type { DeviceToAdd } from '@heliograph/contract/calls/site.ts';
import type { Asked } from '@heliograph/contract/calls.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import type { Session } from '../../context.ts';
import type { Transaction } from '../../db/connect.ts';
import type { Handler } from '../../http/handler.ts';
import { countTry } from '../../limits.ts';
import { localDay } from '../../rules/localDays.ts';
import { claimDevices, releaseDevices } from '../../sql/claimDevices.ts';
import {
  accountId,
  audit,
  checkPlace,
  installerOf,
  type SiteChange,
  shareWith,
  siteColumns,
} from '../../sql/siteChanges.ts';
import { askJob } from '../../sql/siteJobs.ts';
import { visibleSites } from '../../sql/visibleSites.ts';
import { keepOldPlace } from '../../telemetry/refoldSite.ts';
import { askKept } from '../../telemetry/takeReports.ts';

export const siteUpdateFast: Handler<'site/updateFast'> = async (request, caller) => {
  const { context, sql, session, at } = caller;
  const { sid, version, sn: added = [], removeSn: removed = [], ...change } = request;
  needPermissions(session, request);
  const site = await lockSite(sql, session, sid);
  if (version !== undefined && version !== site.version) throw new Refusal('siteHasChanged');
  checkPlace(change);

  const columns = { ...siteColumns(change), ...(await peopleOf(sql, session, change)) };
  await sql`update sites set ${sql({ ...columns, version: site.version + 1 })} where sid = ${sid}`;
  if (change.shareWith) await shareWith(sql, sid, change.shareWith);
  await changePrice(sql, sid, change, localDay(at.getTime(), change.timezone ?? site.timezone));

  if (isMoved(site, change)) {
    await keepOldPlace(sql, sid, site);
    await askJob(sql, sid, 'recompute', at);
  }

  const devices: DeviceToAdd[] = added;
  if (removed.length > 0) await releaseDevices(sql, { sid, at }, removed);
  if (devices.length > 0) {
    await countTry(context, 'claims', session.userId, devices.length);
    await claimDevices(sql, { sid, userId: session.userId, at }, devices);
  }
  await audit(sql, caller, 'site.update', sid, {
    before: { version: site.version },
    after: { ...change, added: devices.map(({ sn }) => sn), removed },
  });
  if (devices.length > 0) {
    const numbers = devices.map(({ sn }) => sn);
    await askKept(sql, sid, numbers, at);
  }
  return { sid, version: site.version + 1 };
};

/** The contract lets in who may do any of it; here each part asks for its own permission. */
function needPermissions(
  session: Session,
  { sid: _sid, version: _version, sn, removeSn, ...change }: Asked<'site/updateFast'>,
): void {
  const { permissions } = session;
  const may =
    (Object.keys(change).length === 0 || permissions.has('SiteUpdate')) &&
    (!sn?.length || permissions.has('DeviceRegister')) &&
    (!removeSn?.length || permissions.has('DeviceRemove'));
  if (!may) throw new Refusal('forbidden');
}

interface LockedSite {
  version: number;
  timezone: string;
  latitude: number;
  longitude: number;
}

/** Its days begin elsewhere, or the sun that spreads energy over them does. */
function isMoved(site: LockedSite, { timezone, latitude, longitude }: SiteChange): boolean {
  return (
    (timezone ?? site.timezone) !== site.timezone ||
    (latitude ?? site.latitude) !== site.latitude ||
    (longitude ?? site.longitude) !== site.longitude
  );
}

/** Two editors at once come one after the other, the second learns that the plant has changed; reports do not wait. */
async function lockSite(sql: Transaction, session: Session, sid: string): Promise<LockedSite> {
  const [site] = await sql<LockedSite[]>`
    select s.version, s.timezone, s.latitude, s.longitude from sites s where s.sid = ${sid} and ${visibleSites(sql, session)} for no key update of s`;
  if (!site) throw new Refusal('noSuchSite');
  return site;
}

async function peopleOf(sql: Transaction, session: Session, { userEmail, installerEmail }: SiteChange) {
  const people: { owner_id?: number | null; installer_id?: number | null } = {};
  if (userEmail !== undefined) people.owner_id = userEmail === '' ? null : await accountId(sql, userEmail);
  if (installerEmail !== undefined)
    people.installer_id = installerEmail === '' ? null : (await installerOf(sql, session, installerEmail)).id;
  return people;
}

/** A new price is valid from today on the plant's calendar: the past keeps the one it had. */
async function changePrice(sql: Transaction, sid: string, change: SiteChange, today: string): Promise<void> {
  if (change.electricityPrice === undefined && change.feedInPrice === undefined) return;
  const [now] = await sql<{ price: number; feedInPrice: number | null }[]>`
    select price, feed_in_price from site_prices where sid = ${sid} and valid_from <= ${today} order by valid_from desc limit 1`;
  const price = change.electricityPrice ?? now?.price ?? 0;
  const feedInPrice = change.feedInPrice === undefined ? (now?.feedInPrice ?? null) : change.feedInPrice;
  if (now && now.price === price && now.feedInPrice === feedInPrice) return;
  await sql`
    insert into site_prices (sid, valid_from, price, feed_in_price) values (${sid}, ${today}, ${price}, ${feedInPrice})
    on conflict (sid, valid_from) do update set price = excluded.price, feed_in_price = excluded.feed_in_price`;
}
