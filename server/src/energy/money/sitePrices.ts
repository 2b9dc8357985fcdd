// Reads and writes the prices of a plant as they were set, always the whole list; hourly prices are stored by hour of the week.
import type { Response } from '@heliograph/contract/calls.ts';
import { HOURS_A_WEEK, type PriceVersion, priceWeek } from '@heliograph/contract/prices.ts';
import { plainArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';

/** Returns the prices in the order of their days. The caller has checked access to the site. */
export async function readSitePrices(sql: Transaction, sid: string): Promise<Response<'site/prices'>['list']> {
  return await sql<Response<'site/prices'>['list']>`
    select valid_from, kind, case when kind = 'flat' then price else rest_price end as price, feed_in_price, own_use_share,
      periods, fixed_charge, fixed_per
    from site_prices where sid = ${sid} order by valid_from`;
}

export async function writeSitePrices(sql: Transaction, sid: string, list: readonly PriceVersion[]): Promise<void> {
  await sql`delete from site_prices where sid = ${sid}`;
  for (const version of list) {
    const { validFrom, kind, price, feedInPrice, ownUseShare, periods, fixedCharge, fixedPer } = version;
    const week = kind === 'timeOfUse' ? priceWeek(version).hours.map((hour) => hour!) : null;
    const bought = week?.map((hour) => hour.price) ?? null;
    const sold = week?.map((hour) => hour.feedInPrice) ?? null;
    // Where one number is needed, hourly prices count as their mean over the week.
    const mean = bought ? bought.reduce((sum, hour) => sum + hour, 0) / HOURS_A_WEEK : price!;
    await sql`
      insert into site_prices (sid, valid_from, kind, price, feed_in_price, own_use_share, periods, rest_price, hour_prices, hour_feed_prices,
        fixed_charge, fixed_per)
      values (${sid}, ${validFrom}, ${kind}, ${mean}, ${feedInPrice}, ${ownUseShare}, ${JSON.stringify(periods)}::text::json,
        ${week ? price : null}, ${bought && plainArray(bought)}::text::float8[], ${sold && plainArray(sold)}::text::float8[],
        ${fixedCharge}, ${fixedPer})`;
  }
}
