// site/updateFast: changes what is given of a plant, adds devices, releases devices. The change to copy.
import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import type { Credential } from '@heliograph/contract/entities/device.ts';
import type { DeviceToAdd } from '@heliograph/contract/entities/site.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import { type PriceVersion, versionOn } from '@heliograph/contract/prices.ts';
import { updateAccessIndex } from '../../access/accessIndex.ts';
import { type LockedSite, lockEditableSite } from '../../access/lockSite.ts';
import { claimDevices, releaseDevices } from '../../claiming/claimDevices.ts';
import type { CallContext, Session } from '../../context.ts';
import { lockSites } from '../../energy/days/siteTotals.ts';
import { writeDayPricesFrom } from '../../energy/money/dayPrices.ts';
import { priceOn } from '../../energy/money/priceOn.ts';
import { readSitePrices, writeSitePrices } from '../../energy/money/sitePrices.ts';
import { enqueueReplay } from '../../ingest/unclaimed/replayReports.ts';
import { movePlant } from '../../plants/movePlant.ts';
import { checkLocation, installerColumns, type SiteChange, siteColumns } from '../../plants/saveSite.ts';
import { inviteOwner } from '../../plants/sharing/invitationMail.ts';
import { guestColumns, lockAddresses, ownerColumns } from '../../plants/sharing/invitations.ts';
import { mayNameOwner, namedOwner } from '../../plants/transfer/listOffers.ts';
import { sendOfferMail } from '../../plants/transfer/offerMail.ts';
import { endOffer, makeOffer } from '../../plants/transfer/offers.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { notifyRegistry, notifyRegistryOfAll } from '../../platform/database/registryChannel.ts';
import type { Handler } from '../../platform/handler.ts';
import { countAttempt } from '../../platform/limits/rateLimits.ts';

export const siteUpdateFast: Handler<'site/updateFast'> = async (request, caller) => {
  const { context, sql, session, at } = caller;
  const { sid, version, sn: added = [], removeSn: removed = [], ...change } = request;
  needPermissions(session, request);
  await lockAddresses(sql, [change.userEmail ?? '', ...(change.shareWith ?? [])]);
  const site = await lockEditableSite(sql, session, sid);
  if (version !== undefined && version !== site.version) throw new Refusal('siteHasChanged');
  checkLocation(change);

  const people = await peopleColumns(caller, sid, site, change);
  await sql`update sites set ${sql({ ...siteColumns(change), ...people, version: site.version + 1 })} where sid = ${sid}`;
  if (Object.keys(people).length > 0) await updateAccessIndex(sql, [sid]);
  await offerCare(caller, sid, site, change);
  await inviteOwner(caller, { sid, plant: change.siteName ?? site.name, email: people.invited_owner ?? '' });
  await changePrice(sql, sid, change, localDay(at.getTime(), change.timezone ?? site.timezone));

  if (change.allowedSources) await tellSources(sql, sid);
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

/** Read again by all processes that take its reports; and what is connected from a source that is no longer allowed has to go. */
async function tellSources(sql: Transaction, sid: string): Promise<void> {
  await notifyRegistryOfAll(sql);
  const online = await sql<{ sn: string }[]>`select sn from gateways where sid = ${sid} and online`;
  await notifyRegistry(
    sql,
    online.map(({ sn }) => sn),
  );
}

/** The contract lets in who may do any of it; here each part asks for its own permission. */
function needPermissions(
  session: Session,
  { sid: _sid, version: _version, sn, removeSn, ...change }: ParsedRequest<'site/updateFast'>,
): void {
  const { permissions } = session;
  const isAllowed =
    (Object.keys(change).length === 0 || permissions.has('SiteUpdate')) &&
    (!sn?.length || permissions.has('DeviceRegister')) &&
    (!removeSn?.length || permissions.has('DeviceRemove'));
  if (!isAllowed) throw new Refusal('forbidden');
}

/** Only what is given: an owner, an installer, guests. */
async function peopleColumns(
  { sql, session, at }: Pick<CallContext, 'sql' | 'session' | 'at'>,
  sid: string,
  site: LockedSite,
  { userEmail, installerEmail, shareWith }: SiteChange,
) {
  const owner = userEmail === undefined ? null : await namedOwner(sql, sid);
  const isAnother = owner !== null && owner.email !== userEmail?.toLowerCase();
  if (isAnother && !mayNameOwner(session, owner, at)) throw new Refusal('ownerHandsOver');
  // Offered by who had it before.
  if (isAnother) await endOffer(sql, sid, 'owner');
  const named = isAnother ? await ownerColumns(sql, userEmail ?? '') : null;
  const lost = named?.owner_id === null && site.ownerId !== null;
  return {
    ...(named ? { ...named, owner_named_at: userEmail === '' ? null : at } : {}),
    ...(lost ? { ownerless_since: at } : {}),
    ...(installerEmail === undefined ? {} : await installerColumns(sql, session, site, installerEmail)),
    ...(shareWith === undefined ? {} : await guestColumns(sql, shareWith)),
  };
}

/** Whom its owner names looks after the plant once they accept, with their company; until then they see it. */
async function offerCare(
  caller: CallContext,
  sid: string,
  { ownerId, name, timezone, installerEmail: before }: LockedSite,
  { installerEmail, siteName }: SiteChange,
): Promise<void> {
  if (installerEmail === undefined || installerEmail.toLowerCase() === before) return;
  await endOffer(caller.sql, sid, 'installer');
  if (installerEmail === '' || ownerId !== caller.session.userId) return;
  const to = installerEmail.toLowerCase();
  const expiresAt = await makeOffer(caller, { sid, kind: 'installer', email: to });
  await sendOfferMail(caller, { sid, plant: siteName ?? name, timezone, kind: 'installer', to, expiresAt });
}

/**
 * A new price is valid from today on the plant's calendar: the past keeps the one it had. One number for a bought kWh ends
 * a price by the hour; what is said of the rest leaves it one.
 */
async function changePrice(sql: Transaction, sid: string, change: SiteChange, today: string): Promise<void> {
  const { electricityPrice, feedInPrice, ownUseShare } = change;
  if (electricityPrice === undefined && feedInPrice === undefined && ownUseShare === undefined) return;
  const list = await readSitePrices(sql, sid);
  const before = versionOn(list, today) ?? NO_PRICE;
  const { price = 0 } = (await priceOn(sql, sid, today)) ?? {};
  const isAnother = electricityPrice !== undefined && electricityPrice !== price;
  const after: PriceVersion = {
    ...before,
    validFrom: today,
    ...(isAnother && { kind: 'flat' as const, price: electricityPrice, periods: [] }),
    feedInPrice: feedInPrice === undefined ? before.feedInPrice : feedInPrice,
    ownUseShare: ownUseShare === undefined ? before.ownUseShare : ownUseShare,
  };
  if (!isAnother && before.feedInPrice === after.feedInPrice && before.ownUseShare === after.ownUseShare) return;
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
