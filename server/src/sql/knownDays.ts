// What is known of each day of a site or of one of its devices: its energy, and how much of the day that stands on.
import type { Transaction } from '../db/connect.ts';
import { type Day, localDay } from '../rules/localDays.ts';
import type { DayEnergy } from '../rules/yearOnYear.ts';
import { type Measured, type PeriodEnergy, provenanceOf } from '../wire/provenance.ts';
import { coveredOfDay } from './energyOfPeriods.ts';
import type { Period } from './timeBuckets.ts';

/** In their order; `withYearBefore`: of the same days a year earlier, too. The site was found among the visible ones. */
export async function knownDays(
  sql: Transaction,
  of: Measured & { sid: string; sn?: string },
  { from, to, withYearBefore = false }: Period & { withYearBefore?: boolean },
  at: Date,
): Promise<Map<Day, DayEnergy>> {
  const days = of.sn === undefined ? sql`site_days` : sql`device_days`;
  const mine = of.sn === undefined ? sql`d.sid = ${of.sid}` : sql`d.sid = ${of.sid} and d.sn = ${of.sn}`;
  const earlier = sql`between (${from}::date - interval '1 year')::date and (${to}::date - interval '1 year')::date`;
  const rows = await sql<{ day: Day; energyWh: number; source: PeriodEnergy['sources'][number]; coveredS: number }[]>`
    select d.day, d.energy_wh, d.source, ${coveredOfDay(sql, of, at)}::float8 as covered_s from ${days} d
    where ${mine} and d.energy_wh is not null
      and (d.day between ${from} and ${to} ${withYearBefore ? sql`or d.day ${earlier}` : sql``})
    order by d.day`;
  const today = localDay(at.getTime(), of.timezone);
  return new Map(
    rows.map(({ day, energyWh, source, coveredS }) => {
      const period = { from: day, to: day, firstDay: day, energyWh, sources: [source], coveredS };
      const { completeness } = provenanceOf({ ...period, money: null, isMeasured: false }, of, today, at.getTime());
      return [day, { energyWh, completeness }];
    }),
  );
}
