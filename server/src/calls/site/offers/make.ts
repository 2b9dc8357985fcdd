// site/offers/make: offers the ownership of a plant to an email address, with or without an account.
import { ApiError } from '@heliograph/contract/errors.ts';
import { lockEditableSite } from '../../../access/lockSite.ts';
import { mayHandOver, namedOwner, offersOf } from '../../../plants/transfer/listOffers.ts';
import { sendOfferMail } from '../../../plants/transfer/offerMail.ts';
import { makeOffer } from '../../../plants/transfer/offers.ts';
import type { Handler } from '../../../platform/handler.ts';

export const siteOffersMake: Handler<'site/offers/make'> = async ({ sid, email }, caller) => {
  const { sql, session, at } = caller;
  const { name, timezone } = await lockEditableSite(sql, session, sid);
  const owner = await namedOwner(sql, sid);
  if (!mayHandOver(session, owner)) throw new ApiError('ownerHandsOver');
  if (owner.email === email.toLowerCase()) throw new ApiError('alreadyOwner');
  if ((await offersOf(sql, sid, at)).some(({ kind }) => kind === 'owner')) throw new ApiError('offerPending');
  const expiresAt = await makeOffer(caller, { sid, kind: 'owner', email });
  await sendOfferMail(caller, { sid, plant: name, timezone, kind: 'owner', to: email.toLowerCase(), expiresAt });
  caller.noteAudit({ before: { userEmail: owner.email }, after: { offeredTo: email.toLowerCase() } });
  return { expiresIso: expiresAt.toISOString() };
};
