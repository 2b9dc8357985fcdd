// site/updateFast: changes what is given of a plant, adds devices, releases devices. The change to copy.
import type { Asked } from '@heliograph/contract/calls.ts';
import type { DeviceToAdd } from '@heliograph/contract/entities/site.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import { claimDevices, releaseDevices } from '../../changes/claimDevices.ts';
import { guestColumns, lockAddresses, ownerColumns } from '../../changes/invitations.ts';
import { writeSeenBy } from '../../changes/siteAccess.ts';
import { checkPlace, installerOf, type SiteChange, siteColumns } from '../../changes/siteChanges.ts';
import type { Session } from '../../context.ts';
import type { Transaction } from '../../db/connect.ts';
import type { Handler } from '../../handler.ts';
import { countTry } from '../../limits.ts';
import { localDay } from '../../rules/localDays.ts';
import { changeableSite, type LockedSite } from '../../sql/changeableSite.ts';
import { priceOn } from '../../sql/priceOn.ts';
import { askJob } from '../../sql/siteJobs.ts';
import { askKept } from '../../telemetry/keptReports.ts';
import { keepOldPlace } from '../../telemetry/refoldSite.ts';

export const siteUpdateFast: Handler<'site/updateFast'> = async (request, caller) => {
  const { context, sql, session, at } = caller;
  const { sid, version, sn: added = [], removeSn: removed = [], ...change } = request;
  needPermissions(session, request);
  await lockAddresses(sql, [change.userEmail ?? '', ...(change.shareWith ?? [])]);
  const site = await changeableSite(sql, session, sid);
  if (version !== undefined && version !== site.version) throw new Refusal('siteHasChanged');
  checkPlace(change);

  const people = await peopleColumns(sql, session, site, change);
  await sql`update sites set ${sql({ ...siteColumns(change), ...people, version: site.version + 1 })} where sid = ${sid}`;
  if (Object.keys(people).length > 0) await writeSeenBy(sql, [sid]);
  await changePrice(sql, sid, change, localDay(at.getTime(), change.timezone ?? site.timezone));

  // read again by all processes that take its frames
  if (change.allowedSources) await sql`select pg_notify('heliograph_registry', '*')`;
  if (isMoved(site, change)) {
    await keepOldPlace(sql, sid, site);
    await askJob(sql, sid, 'recompute', at);
  }

  const devices: DeviceToAdd[] = added;
  if (removed.length > 0) await releaseDevices(sql, { sid, at }, removed);
  if (devices.length > 0) {
    await countTry(context, 'claims', session.userId, devices.length);
    await claimDevices(caller, sid, devices);
  }
  caller.noteAudit({
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
  const isAllowed =
    (Object.keys(change).length === 0 || permissions.has('SiteUpdate')) &&
    (!sn?.length || permissions.has('DeviceRegister')) &&
    (!removeSn?.length || permissions.has('DeviceRemove'));
  if (!isAllowed) throw new Refusal('forbidden');
}

/** Its days begin elsewhere, or the sun that spreads energy over them does. */
function isMoved(site: LockedSite, { timezone, latitude, longitude }: SiteChange): boolean {
  return (
    (timezone ?? site.timezone) !== site.timezone ||
    (latitude ?? site.latitude) !== site.latitude ||
    (longitude ?? site.longitude) !== site.longitude
  );
}

/** Only what is given: an owner, an installer, guests. */
async function peopleColumns(
  sql: Transaction,
  session: Session,
  { companyId }: LockedSite,
  { userEmail, installerEmail, shareWith }: SiteChange,
) {
  const installer = installerEmail ? await installerOf(sql, session, installerEmail, companyId) : null;
  return {
    ...(userEmail === undefined ? {} : await ownerColumns(sql, userEmail)),
    ...(installerEmail === undefined ? {} : { installer_id: installer?.id ?? null }),
    ...(shareWith === undefined ? {} : await guestColumns(sql, shareWith)),
  };
}

/** A new price is valid from today on the plant's calendar: the past keeps the one it had. */
async function changePrice(sql: Transaction, sid: string, change: SiteChange, today: string): Promise<void> {
  const { electricityPrice, feedInPrice, ownUseShare } = change;
  if (electricityPrice === undefined && feedInPrice === undefined && ownUseShare === undefined) return;
  const before = (await priceOn(sql, sid, today)) ?? { price: 0, feedInPrice: null, ownUseShare: null };
  const after = {
    price: electricityPrice ?? before.price,
    feedInPrice: feedInPrice === undefined ? before.feedInPrice : feedInPrice,
    ownUseShare: ownUseShare === undefined ? before.ownUseShare : ownUseShare,
  };
  const isSame =
    before.price === after.price &&
    before.feedInPrice === after.feedInPrice &&
    before.ownUseShare === after.ownUseShare;
  if (isSame) return;
  await sql`
    insert into site_prices (sid, valid_from, price, feed_in_price, own_use_share)
    values (${sid}, ${today}, ${after.price}, ${after.feedInPrice}, ${after.ownUseShare})
    on conflict (sid, valid_from) do update set
      price = excluded.price, feed_in_price = excluded.feed_in_price, own_use_share = excluded.own_use_share`;
}
