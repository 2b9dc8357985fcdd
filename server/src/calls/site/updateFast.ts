// site/updateFast: changes the given settings of a plant, adds and releases devices. Reference implementation of a change.

import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import type { Credential } from '@heliograph/contract/entities/device.ts';
import type { DeviceToAdd } from '@heliograph/contract/entities/site.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { type PriceVersion, versionOn } from '@heliograph/contract/prices.ts';
import { updateAccessIndex } from '../../access/accessIndex.ts';
import { type LockedSite, lockEditableSite } from '../../access/lockSite.ts';
import { emailById } from '../../access/namedPeople.ts';
import { claimDevices, releaseDevices } from '../../claiming/claimDevices.ts';
import type { CallContext, Session } from '../../context.ts';
import { lockSites } from '../../energy/days/siteTotals.ts';
import { writeDayPricesFrom } from '../../energy/money/dayPrices.ts';
import { priceOn } from '../../energy/money/priceOn.ts';
import { readSitePrices, writeSitePrices } from '../../energy/money/sitePrices.ts';
import { enqueueReplay } from '../../ingest/unclaimed/replayReports.ts';
import { movePlant } from '../../plants/movePlant.ts';
import { checkLocation, type SiteChange, siteColumns } from '../../plants/saveSite.ts';
import { inviteOwner } from '../../plants/sharing/invitationMail.ts';
import { lockAddresses } from '../../plants/sharing/invitations.ts';
import { peopleColumns } from '../../plants/sharing/peopleColumns.ts';
import { offerService } from '../../plants/transfer/offerService.ts';
import { endOffer } from '../../plants/transfer/offers.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { notifyRegistry, notifyRegistryOfAll } from '../../platform/database/registryChannel.ts';
import type { Handler } from '../../platform/handler.ts';
import { countAttempt } from '../../platform/limits/rateLimits.ts';

export const siteUpdateFast: Handler<'site/updateFast'> = async (request, caller) => {
  const { context, sql, session, at } = caller;
  const { sid, version, sn: added = [], removeSn: removed = [], ...change } = request;
  assertPermissions(session, request);
  await lockAddresses(sql, [change.userEmail ?? '', ...(change.shareWith ?? [])]);
  const site = await lockEditableSite(sql, session, sid);
  if (version !== undefined && version !== site.version) throw new ApiError('siteHasChanged');
  checkLocation(change);

  const peopleChange = await peopleColumns(caller, sid, site, change);
  await sql`update sites set ${sql({ ...siteColumns(change), ...peopleChange, version: site.version + 1 })} where sid = ${sid}`;
  if (Object.keys(peopleChange).length > 0) await updateAccessIndex(sql, [sid]);
  await offerServiceAssignment(caller, sid, site, change);
  await inviteOwner(caller, { sid, plant: change.siteName ?? site.name, email: peopleChange.invited_owner ?? '' });
  await changePrice(sql, sid, change, localDay(at.getTime(), change.timezone ?? site.timezone));

  if (change.allowedSources) await notifySourcesChanged(sql, sid);
  await movePlant(sql, sid, site, change, at);

  const devices: DeviceToAdd[] = added;
  let credentials: Credential[] = [];
  const ended = removed.length > 0 ? await releaseDevices(sql, { sid, at }, removed) : {};
  if (devices.length > 0) {
    await countAttempt(context, 'claims', session.userId, devices.length);
    credentials = await claimDevices(caller, sid, devices);
  }
  caller.noteAudit({
    before: { version: site.version },
    after: { ...change, added: devices.map(({ sn }) => sn), removed, ...ended },
  });
  if (devices.length > 0) {
    const numbers = devices.map(({ sn }) => sn);
    await enqueueReplay(sql, sid, numbers, at);
  }
  return { sid, version: site.version + 1, credentials };
};

/** Makes all processes that ingest reports reload the sources, and disconnects devices whose source is no longer allowed. */
async function notifySourcesChanged(sql: Transaction, sid: string): Promise<void> {
  await notifyRegistryOfAll(sql);
  const online = await sql<{ sn: string }[]>`select sn from gateways where sid = ${sid} and online`;
  await notifyRegistry(
    sql,
    online.map(({ sn }) => sn),
  );
}

/** The contract requires any of the permissions; this checks the one that each part of the request needs. */
function assertPermissions(
  session: Session,
  { sid: _sid, version: _version, sn, removeSn, ...change }: ParsedRequest<'site/updateFast'>,
): void {
  const { permissions } = session;
  const isAllowed =
    (Object.keys(change).length === 0 || permissions.has('SiteUpdate')) &&
    (!sn?.length || permissions.has('DeviceRegister')) &&
    (!removeSn?.length || permissions.has('DeviceRemove'));
  if (!isAllowed) throw new ApiError('forbidden');
}

/** Offers the service assignment to the installer named by the owner. */
async function offerServiceAssignment(
  caller: CallContext,
  sid: string,
  { ownerId, name, timezone, installerId, invitedInstaller }: LockedSite,
  { installerEmail, siteName }: SiteChange,
): Promise<void> {
  if (installerEmail === undefined) return;
  const before = invitedInstaller || (await emailById(caller.sql, installerId));
  if (installerEmail.toLowerCase() === before) return;
  await endOffer(caller.sql, sid, 'installer');
  if (installerEmail === '' || ownerId !== caller.session.userId) return;
  await offerService(caller, { sid, plant: siteName ?? name, timezone, to: installerEmail });
}

/**
 * Sets a new price valid from today on the plant's calendar; past days keep their price. A new single import price replaces
 * a price by the hour; changes of the other values leave it.
 */
async function changePrice(sql: Transaction, sid: string, change: SiteChange, today: string): Promise<void> {
  const { electricityPrice, feedInPrice, ownUseShare } = change;
  if (electricityPrice === undefined && feedInPrice === undefined && ownUseShare === undefined) return;
  const list = await readSitePrices(sql, sid);
  const before = versionOn(list, today) ?? NO_PRICE;
  const { price = 0 } = (await priceOn(sql, sid, today)) ?? {};
  const isDifferent = electricityPrice !== undefined && electricityPrice !== price;
  const after: PriceVersion = {
    ...before,
    validFrom: today,
    ...(isDifferent && { kind: 'flat' as const, price: electricityPrice, periods: [] }),
    feedInPrice: feedInPrice === undefined ? before.feedInPrice : feedInPrice,
    ownUseShare: ownUseShare === undefined ? before.ownUseShare : ownUseShare,
  };
  if (!isDifferent && before.feedInPrice === after.feedInPrice && before.ownUseShare === after.ownUseShare) return;
  const others = list.filter(({ validFrom }) => validFrom !== today);
  await writeSitePrices(sql, sid, [...others, after]);
  await lockSites(sql, [sid]);
  await writeDayPricesFrom(sql, sid, today);
}

const NO_PRICE: PriceVersion = {
  validFrom: '2000-01-01',
  kind: 'flat',
  price: 0,
  feedInPrice: null,
  ownUseShare: null,
  periods: [],
  fixedCharge: null,
  fixedPer: 'month',
};
