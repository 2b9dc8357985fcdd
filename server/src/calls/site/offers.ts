// site/offers: to whom a plant, or its care, is offered, and who may offer it.
import type { Handler } from '../../handler.ts';
import { mayHandOver, namedOwner, offersOf } from '../../sql/offers.ts';
import { visibleSite } from '../../sql/visibleSite.ts';

export const siteOffers: Handler<'site/offers'> = async ({ sid }, { context, sql, session, at }) => {
  const { changeable } = await visibleSite({ sql, session, at }, sid);
  const owner = await namedOwner(sql, sid);
  const offers = changeable ? await offersOf(sql, sid, at) : [];
  const mayOffer = changeable && session.permissions.has('SiteUpdate') && mayHandOver(session, owner);
  return {
    list: offers.map(({ kind, toEmail, offeredAt, expiresAt }) => ({
      kind,
      email: toEmail,
      offeredIso: offeredAt.toISOString(),
      expiresIso: expiresAt.toISOString(),
      mayWithdraw: mayOffer,
    })),
    userEmail: owner.email,
    mayOffer,
    sendsMail: context.config.mail !== undefined,
  };
};
