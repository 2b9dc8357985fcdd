// site/offers/withdraw: withdraws a pending offer.
import { ApiError } from '@heliograph/contract/errors.ts';
import { lockEditableSite } from '../../../access/lockSite.ts';
import { mayHandOver, namedOwner, offersOf } from '../../../plants/transfer/listOffers.ts';
import { endOffer } from '../../../plants/transfer/offers.ts';
import type { Handler } from '../../../platform/handler.ts';

export const siteOffersWithdraw: Handler<'site/offers/withdraw'> = async (
  { sid, kind },
  { sql, session, at, noteAudit },
) => {
  await lockEditableSite(sql, session, sid);
  if (!mayHandOver(session, await namedOwner(sql, sid))) throw new ApiError('ownerHandsOver');
  const offer = (await offersOf(sql, sid, at)).find((candidate) => candidate.kind === kind);
  if (!offer) throw new ApiError('offerNotFound');
  await endOffer(sql, sid, kind);
  noteAudit({ before: { kind, offeredTo: offer.toEmail } });
  return {};
};
