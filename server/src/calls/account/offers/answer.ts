// account/offers/answer: the other side of an offer agrees or declines; only then a plant, or its care, changes hands.
import { Refusal } from '@heliograph/contract/errors.ts';
import { offeredSite } from '../../../access/lockSite.ts';
import type { CallContext } from '../../../context.ts';
import { myOffers, namedOwner, type Offer, offersOf } from '../../../plants/transfer/listOffers.ts';
import { sendOfferAnswerMail } from '../../../plants/transfer/offerMail.ts';
import { endOffer, transferToInstaller, transferToOwner } from '../../../plants/transfer/offers.ts';
import type { Transaction } from '../../../platform/database/connect.ts';
import type { Handler } from '../../../platform/handler.ts';

export const accountOffersAnswer: Handler<'account/offers/answer'> = async ({ sid, kind, accepts }, caller) => {
  const { sql, session } = caller;
  const { offer, plant } = await lockedOffer(caller, sid, kind);
  if (accepts && kind === 'installer' && session.scope === 'own') throw new Refusal('installersOnly');
  const before = await namedOwner(sql, sid);
  if (!accepts) await endOffer(sql, sid, kind);
  else if (kind === 'owner') await transferToOwner(sql, sid, session.userId);
  else await transferToInstaller(sql, sid, session);
  await sendOfferAnswerMail(caller, { sid, kind, plant, to: await emailOf(sql, offer.offeredBy), accepts });
  const after = { kind, accepted: accepts, [kind === 'owner' ? 'userEmail' : 'installerEmail']: session.email };
  caller.noteAudit({ object: sid, before: { userEmail: before.email }, after });
  return { sid };
};

/**
 * The offer, with its plant locked first, as every change of a plant does. One that was taken back or answered meanwhile,
 * is over, or is another's, is the same: none.
 */
async function lockedOffer(
  { sql, session, at }: CallContext,
  sid: string,
  kind: Offer['kind'],
): Promise<{ offer: Offer; plant: string }> {
  const isMine = (await myOffers(sql, at)).some((one) => one.sid === sid && one.kind === kind);
  const site = isMine && (await offeredSite(sql, sid));
  const offer = (await offersOf(sql, sid, at)).find(
    (one) => one.kind === kind && one.toEmail === session.email.toLowerCase(),
  );
  if (!site || !offer) throw new Refusal('offerNotFound');
  return { offer, plant: site.name };
}

async function emailOf(sql: Transaction, userId: number): Promise<string> {
  const [user] = await sql<{ email: string }[]>`select email from users where id = ${userId}`;
  return user!.email;
}
