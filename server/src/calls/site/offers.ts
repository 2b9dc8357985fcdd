// site/offers: pending offers of a plant or its service assignment, and whether this session may make offers.

import { accessibleSite } from '../../access/accessibleSite.ts';
import { canUnassignInstaller, mayHandOver, namedOwner, offersOf } from '../../plants/transfer/listOffers.ts';
import { serviceAssignmentOf } from '../../plants/transfer/serviceAssignment.ts';
import type { Handler } from '../../platform/handler.ts';

export const siteOffers: Handler<'site/offers'> = async ({ sid }, { context, sql, session, at }) => {
  const { changeable } = await accessibleSite({ sql, session, at }, sid);
  const owner = await namedOwner(sql, sid);
  const offers = changeable ? await offersOf(sql, sid, at) : [];
  const assignment = changeable ? await serviceAssignmentOf(sql, sid) : null;
  const mayChange = changeable && session.permissions.has('SiteUpdate');
  const mayOffer = mayChange && mayHandOver(session, owner);
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
    care: assignment && { companyName: assignment.companyName, installerEmail: assignment.installerEmail },
    mayEndCare: assignment !== null && mayChange && canUnassignInstaller(session, owner),
    sendsMail: context.config.mail !== undefined,
  };
};
