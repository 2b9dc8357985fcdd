// account/offers/answer: accepts or declines an offer; only acceptance transfers a plant or its service assignment.

import { ApiError } from '@heliograph/contract/errors.ts';
import { offeredSite } from '../../../access/lockSite.ts';
import { emailById } from '../../../access/namedPeople.ts';
import type { CallContext } from '../../../context.ts';
import { namedOwner, type Offer, offersOf, offersToSession } from '../../../plants/transfer/listOffers.ts';
import { sendOfferAnswerMail } from '../../../plants/transfer/offerMail.ts';
import { endOffer, transferToInstaller, transferToOwner } from '../../../plants/transfer/offers.ts';
import type { Handler } from '../../../platform/handler.ts';

export const accountOffersAnswer: Handler<'account/offers/answer'> = async ({ sid, kind, accepts }, caller) => {
  const { sql, session } = caller;
  const { offer, plant } = await lockOffer(caller, sid, kind);
  if (accepts && kind === 'installer' && session.scope === 'own') throw new ApiError('installersOnly');
  const before = await namedOwner(sql, sid);
  if (!accepts) await endOffer(sql, sid, kind);
  else if (kind === 'owner') await transferToOwner(sql, sid, session.userId);
  else await transferToInstaller(sql, sid, session);
  await sendOfferAnswerMail(caller, { sid, kind, plant, to: await emailById(sql, offer.offeredBy), accepts });
  const after = { kind, accepted: accepts, [kind === 'owner' ? 'userEmail' : 'installerEmail']: session.email };
  caller.noteAudit({ object: sid, before: { userEmail: before.email }, after });
  return { sid };
};

/**
 * Locks the plant, as every change of a plant does, then returns the offer. Throws `offerNotFound` alike for an offer that was
 * withdrawn or answered meanwhile, has expired, or is addressed to someone else.
 */
async function lockOffer(
  { sql, session, at }: CallContext,
  sid: string,
  kind: Offer['kind'],
): Promise<{ offer: Offer; plant: string }> {
  const isMine = (await offersToSession(sql, at)).some((candidate) => candidate.sid === sid && candidate.kind === kind);
  const site = isMine && (await offeredSite(sql, sid));
  const offer = (await offersOf(sql, sid, at)).find(
    (candidate) => candidate.kind === kind && candidate.toEmail === session.email.toLowerCase(),
  );
  if (!site || !offer) throw new ApiError('offerNotFound');
  return { offer, plant: site.name };
}
