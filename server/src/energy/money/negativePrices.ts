// Finds the hours of a period with a negative feed-in price, of a plant with hourly prices.
import type { NegativePrices } from '@heliograph/contract/entities/statistics.ts';
import { versionOn } from '@heliograph/contract/prices.ts';
import { type Day, dayBounds } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { kWhOf } from '../../platform/texts/numbers.ts';
import { rounded } from '../balance/plantBalance.ts';
import type { DayOfPlant } from '../rules/balance.ts';
import { clockHours } from '../rules/clockHours.ts';
import { type HourlyEnergy, hoursOfDay } from './rules/meanPrices.ts';
import { negativePricesOf } from './rules/negativePrices.ts';

const HOUR_MS = 3_600_000;

/**
 * Returns the totals of such hours; `days` are in order. Null: there were none. The caller has checked access to the
 * site.
 */
export async function negativePrices(
  sql: Transaction,
  { sid, timezone }: { sid: string; timezone: string },
  days: readonly DayOfPlant[],
  at: Date,
): Promise<NegativePrices | null> {
  if (days.length === 0) return null;
  const versions = await sql<{ validFrom: Day; sold: number[] | null }[]>`
    select valid_from, hour_feed_prices as sold from site_prices where sid = ${sid} order by valid_from`;
  const priced = days.flatMap(({ day }) => {
    const sold = versionOn(versions, day)?.sold;
    const hourPrices = sold ? hoursOfDay(sold, day) : [];
    return hourPrices.some((price) => price < 0) ? [{ day, sold: hourPrices }] : [];
  });
  if (priced.length === 0) return null;
  // Rows of a meter come last and take precedence over those of an inverter.
  const rows = await sql<{ day: Day; energyWh: number; hours: number[] | null }[]>`
    select day, energy_wh, hours from site_flows
    where sid = ${sid} and flow = 'toGrid' and day between ${priced[0]!.day} and ${priced.at(-1)!.day}
    order by day, by_meter`;
  const exportByDay = new Map<Day, HourlyEnergy>();
  for (const { day, energyWh, hours } of rows)
    exportByDay.set(day, { energyWh, hours: hours ?? exportByDay.get(day)?.hours ?? null });
  const totals = negativePricesOf(
    priced.map(({ day, sold }) => ({
      lengthsH: lengthsOf(day, timezone, at),
      sold,
      toGrid: exportByDay.get(day) ?? null,
    })),
  );
  return (
    totals && {
      hours: Math.round(totals.hours * 10) / 10,
      energy: kWhOf(totals.energyWh),
      money: rounded(totals.money),
      byHour: totals.byHour,
    }
  );
}

/** Returns the elapsed hours of each hour of a day's clock. */
function lengthsOf(day: Day, timezone: string, at: Date): number[] {
  const { startMs, endMs } = dayBounds(day, timezone);
  const lengths = new Array<number>(24).fill(0);
  const toMs = Math.min(endMs, at.getTime());
  if (toMs <= startMs) return lengths;
  for (const part of clockHours(startMs, toMs, timezone)) lengths[part.hour]! += (part.toMs - part.fromMs) / HOUR_MS;
  return lengths;
}
