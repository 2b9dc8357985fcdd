// The prices of a plant that were valid on a day, and all that were set for it.

import type { Day } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { SetPrices } from './valuationBasis.ts';

export interface PriceOn {
  /** Of a bought kWh. */
  price: number;
  /** Of a sold kWh; null: the same. */
  feedInPrice: number | null;
  /** 0..1 of what the plant makes is used on the site; null: not said, all of it counts as bought otherwise. */
  ownUseShare: number | null;
  /** Of a kWh that the plant makes, from the three above. */
  worth: number;
  kind: 'flat' | 'timeOfUse';
}

/** All that were and will be valid, in the order of their days. The site was found among the visible ones. */
export async function setPrices(sql: Transaction, sid: string): Promise<(PriceOn & SetPrices)[]> {
  return await sql<(PriceOn & SetPrices)[]>`
    select valid_from, price, feed_in_price, own_use_share, worth, kind from site_prices
    where sid = ${sid} order by valid_from`;
}

/** Undefined: none was valid yet. The site was found among the visible ones. */
export async function priceOn(sql: Transaction, sid: string, day: Day): Promise<PriceOn | undefined> {
  const [price] = await sql<PriceOn[]>`
    select price, feed_in_price, own_use_share, worth, kind from site_prices
    where sid = ${sid} and valid_from <= ${day} order by valid_from desc limit 1`;
  return price;
}
