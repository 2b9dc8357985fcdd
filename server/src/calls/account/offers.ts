// account/offers: plants and service assignments offered to the account's email address.

import { offersToSession } from '../../plants/transfer/listOffers.ts';
import type { Handler } from '../../platform/handler.ts';

export const accountOffers: Handler<'account/offers'> = async (_, { sql, at }) => ({
  list: (await offersToSession(sql, at)).map(({ expiresAt, ...offer }) => ({
    ...offer,
    expiresIso: expiresAt.toISOString(),
  })),
});
