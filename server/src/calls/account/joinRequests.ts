// account/joinRequests: the account's own requests for access to plants; nothing in them depends on whether a number is in a plant, until a request is accepted.
import { ownJoinRequests } from '../../plants/joining/joinRequests.ts';
import type { Handler } from '../../platform/handler.ts';

export const accountJoinRequests: Handler<'account/joinRequests'> = async ({ page }, { sql, session, at }) => {
  const { list, total } = await ownJoinRequests(sql, session, page, at);
  return {
    list: list.map(({ sn, message, askedAt, expiresAt, acceptedAt }) => ({
      sn,
      message,
      askedIso: askedAt.toISOString(),
      expiresIso: expiresAt.toISOString(),
      state: acceptedAt === null ? 'waiting' : 'accepted',
    })),
    total,
  };
};
