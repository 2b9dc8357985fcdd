// account/offers: what is offered to the address of the account.
import type { Handler } from '../../platform/handler.ts';
import { myOffers } from '../../plants/transfer/listOffers.ts';

export const accountOffers: Handler<'account/offers'> = async (_, { sql, at }) => ({
  list: (await myOffers(sql, at)).map(({ expiresAt, ...offer }) => ({
    ...offer,
    expiresIso: expiresAt.toISOString(),
  })),
});
