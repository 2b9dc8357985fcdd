// site/joinRequests: people who ask for access to plants that the session may share.
import { accessibleSite } from '../../access/accessibleSite.ts';
import { joinRequestsToDecide } from '../../plants/joining/joinRequests.ts';
import { mayNameOwner } from '../../plants/transfer/listOffers.ts';
import type { Handler } from '../../platform/handler.ts';

export const siteJoinRequests: Handler<'site/joinRequests'> = async ({ sid, page }, { sql, session, at }) => {
  if (sid !== undefined) await accessibleSite({ sql, session, at }, sid);
  const requests = await joinRequestsToDecide(sql, { sid: sid ?? null }, page, at);
  const mayMakeOwner = mayNameOwner(session, { ownerId: null, email: '', namedAt: null }, at);
  return {
    list: requests.map(({ hasOwner, userId: _userId, total: _total, askedAt, expiresAt, ...request }) => ({
      ...request,
      askedIso: askedAt.toISOString(),
      expiresIso: expiresAt.toISOString(),
      mayMakeOwner: !hasOwner && mayMakeOwner,
    })),
    total: requests[0]?.total ?? 0,
  };
};
