// Reads the energy of each day of a site or of one of its devices, with its completeness.

import { type Day, localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Period } from '../../platform/calendar/timeBuckets.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { DayEnergy } from '../rules/yearOnYear.ts';
import { type Measured, provenanceOf } from './provenance.ts';
import { coveredOf, isKnownOf, type StoredDay, storedDays } from './storedDays.ts';

/**
 * Returns the days in order; `withYearBefore`: also the same days a year earlier. The caller has checked access to the
 * site.
 */
export async function knownDays(
  sql: Transaction,
  of: Measured & { sid: string; sn?: string },
  period: Period & { withYearBefore?: boolean },
  at: Date,
): Promise<Map<Day, DayEnergy>> {
  return energyByDay(await storedKnownDays(sql, of, period, at), of, at);
}

/** Returns the stored days whose energy is known, in order, as `knownDays`. */
export async function storedKnownDays(
  sql: Transaction,
  of: Measured & { sid: string; sn?: string },
  { from, to, withYearBefore = false }: Period & { withYearBefore?: boolean },
  at: Date,
): Promise<StoredDay[]> {
  const earlier = sql`between (${from}::date - interval '1 year')::date and (${to}::date - interval '1 year')::date`;
  const condition = sql`d.day between ${from} and ${to} ${withYearBefore ? sql`or d.day ${earlier}` : sql``}`;
  return (await storedDays(sql, of, condition)).filter(isKnownOf(of, at));
}

/** Returns energy and completeness of known days, in their order. */
export function energyByDay(days: readonly StoredDay[], of: Measured, at: Date): Map<Day, DayEnergy> {
  const covered = coveredOf(of, at);
  const today = localDay(at.getTime(), of.timezone);
  return new Map(
    days.map((row) => {
      const { day, energyWh, source } = row;
      const period = { from: day, to: day, firstDay: day, energyWh, sources: [source], coveredS: covered(row) };
      const { completeness } = provenanceOf({ ...period, money: null, isMeasured: false }, of, today, at.getTime());
      return [day, { energyWh, completeness }];
    }),
  );
}
