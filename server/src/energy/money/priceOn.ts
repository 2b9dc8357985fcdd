// Reads the prices of a plant valid on a day, and all its prices.

import type { Day } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { SetPrices } from './valuationBasis.ts';

export interface PriceOn {
  /** Price of a bought kWh. */
  price: number;
  /** Price of a sold kWh; null: the same as `price`. */
  feedInPrice: number | null;
  /** 0..1, share of production used on the site; null: not set, all production is valued at `price`. */
  ownUseShare: number | null;
  /** Value of a produced kWh, from the three above. */
  worth: number;
  kind: 'flat' | 'timeOfUse';
}

/** Returns all past and future prices, in the order of their days. The caller has checked access to the site. */
export async function setPrices(sql: Transaction, sid: string): Promise<(PriceOn & SetPrices)[]> {
  return await sql<(PriceOn & SetPrices)[]>`
    select valid_from, price, feed_in_price, own_use_share, worth, kind from site_prices
    where sid = ${sid} order by valid_from`;
}

/** Returns the price valid on a day; undefined: none was valid yet. The caller has checked access to the site. */
export async function priceOn(sql: Transaction, sid: string, day: Day): Promise<PriceOn | undefined> {
  const [price] = await sql<PriceOn[]>`
    select price, feed_in_price, own_use_share, worth, kind from site_prices
    where sid = ${sid} and valid_from <= ${day} order by valid_from desc limit 1`;
  return price;
}
