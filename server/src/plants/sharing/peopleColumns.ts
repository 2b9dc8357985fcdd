// Changes of a plant's owner, installer and guests, as columns of the plant.
import { ApiError } from '@heliograph/contract/errors.ts';
import type { LockedSite } from '../../access/lockSite.ts';
import type { CallContext } from '../../context.ts';
import { installerColumns, type SiteChange } from '../saveSite.ts';
import { mayNameOwner, namedOwner } from '../transfer/listOffers.ts';
import { endOffer } from '../transfer/offers.ts';
import { guestColumns, ownerColumns } from './invitations.ts';

/** Columns for the given ones of owner, installer and guests. */
export async function peopleColumns(
  { sql, session, at }: Pick<CallContext, 'sql' | 'session' | 'at'>,
  sid: string,
  site: LockedSite,
  { userEmail, installerEmail, shareWith }: SiteChange,
) {
  const owner = userEmail === undefined ? null : await namedOwner(sql, sid);
  const isDifferent = owner !== null && owner.email !== userEmail?.toLowerCase();
  if (isDifferent && !mayNameOwner(session, owner, at)) throw new ApiError('ownerHandsOver');
  // Ends an offer made by the previous owner.
  if (isDifferent) await endOffer(sql, sid, 'owner');
  const ownerChange = isDifferent ? await ownerColumns(sql, userEmail ?? '', site.companyId) : null;
  const losesOwner = ownerChange?.owner_id === null && site.ownerId !== null;
  return {
    ...(ownerChange ? { ...ownerChange, owner_named_at: userEmail === '' ? null : at } : {}),
    ...(losesOwner ? { ownerless_since: at } : {}),
    ...(installerEmail === undefined ? {} : await installerColumns(sql, session, site, installerEmail)),
    ...(shareWith === undefined ? {} : await guestColumns(sql, shareWith, site.companyId)),
  };
}
