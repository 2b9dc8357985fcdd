// Reads what a kWh from the grid costs by the hour of the plant's clock.
import { versionOn } from '@heliograph/contract/prices.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { hoursOfDay } from './rules/meanPrices.ts';

/** Returns the price by day and hour; null: no price was valid yet. The caller has checked access to the site. */
export async function hourPrices(sql: Transaction, sid: string): Promise<(day: Day, hour: number) => number | null> {
  const versions = await sql<{ validFrom: Day; price: number; hourPrices: number[] | null }[]>`
    select valid_from, price, hour_prices from site_prices where sid = ${sid} order by valid_from`;
  return (day, hour) => {
    const version = versionOn(versions, day);
    if (!version) return null;
    return version.hourPrices ? hoursOfDay(version.hourPrices, day)[hour]! : version.price;
  };
}
