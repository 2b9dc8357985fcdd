// Bars beside the same days a year earlier: like with like, whatever is missing in either year.
import type { Transaction } from '../db/connect.ts';
import type { Day } from '../rules/localDays.ts';
import { kWhOf } from '../wire/figures.ts';
import type { Period } from './timeBuckets.ts';

export interface Comparison {
  /** kWh of the days that have data in both years. */
  energy: number;
  /** kWh of the same days a year earlier. */
  before: number;
  days: number;
  /** The first and the last of them, this year. */
  from: Day;
  to: Day;
}

interface ComparedDays {
  /** Which period, from 0; null: all of them. */
  place: number | null;
  energyWh: number;
  beforeWh: number;
  days: number;
  from: Day;
  to: Day;
}

/**
 * Of each period and of all together; null where no day has data in both years. A day that is not over is compared with
 * none, and 29 February with none either. The site was found among the visible ones.
 */
export async function yearBefore(
  sql: Transaction,
  of: { sid: string; sn?: string },
  periods: readonly Period[],
  today: Day,
): Promise<{ bars: (Comparison | null)[]; all: Comparison | null }> {
  const days = of.sn === undefined ? sql`site_days` : sql`device_days`;
  const mine = of.sn === undefined ? sql`d.sid = ${of.sid}` : sql`d.sid = ${of.sid} and d.sn = ${of.sn}`;
  const same = of.sn === undefined ? sql`b.sid = d.sid` : sql`b.sid = d.sid and b.sn = d.sn`;
  const rows = await sql<ComparedDays[]>`
    select p.n::int - 1 as place, sum(d.energy_wh) as energy_wh, sum(b.energy_wh) as before_wh, count(*)::int as days,
      min(d.day)::text as "from", max(d.day)::text as "to"
    from unnest(${periods.map(({ from }) => from)}::date[], ${periods.map(({ to }) => to)}::date[])
      with ordinality as p (from_day, to_day, n)
    join ${days} d on ${mine} and d.day between p.from_day and p.to_day and d.day < ${today}
      and not (extract(month from d.day) = 2 and extract(day from d.day) = 29)
    join ${days} b on ${same} and b.day = (d.day - interval '1 year')::date
    group by grouping sets ((p.n), ())`;
  const told = new Map(
    rows.flatMap(({ place, energyWh, beforeWh, days: count, from, to }) =>
      // The sum over nothing is a row, too.
      count === 0
        ? []
        : [[place, { energy: kWhOf(energyWh)!, before: kWhOf(beforeWh)!, days: count, from, to }] as const],
    ),
  );
  return { bars: periods.map((_period, place) => told.get(place) ?? null), all: told.get(null) ?? null };
}
