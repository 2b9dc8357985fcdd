// product/sn/requests: announced numbers that the session can release, as they are in its stock.
import { claimsToAnswer } from '../../../claiming/announcements/claimRequests.ts';
import type { Handler } from '../../../platform/handler.ts';

export const productSnRequests: Handler<'product/sn/requests'> = async ({ page }, { sql, at }) => {
  const requests = await claimsToAnswer(sql, page, at);
  return {
    list: requests.map(({ id, sn, companyName, askedAt, dueAt }) => ({
      id,
      sn,
      companyName,
      askedIso: askedAt.toISOString(),
      dueIso: dueAt.toISOString(),
    })),
    total: requests[0]?.total ?? 0,
  };
};
