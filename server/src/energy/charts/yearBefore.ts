// Compares bars with the same days a year earlier, only over days that are known in both years.

import { required } from '@heliograph/contract/required.ts';
import { addDays, type Day, localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Period } from '../../platform/calendar/timeBuckets.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { kWhOf } from '../../platform/texts/numbers.ts';
import { knownDays } from '../periods/knownDays.ts';
import type { Measured } from '../periods/provenance.ts';
import { comparedDays, dayBefore } from '../rules/yearOnYear.ts';

export interface Comparison {
  /** kWh of the days that are known in both years. */
  energy: number;
  /** kWh of the same days a year earlier. */
  before: number;
  days: number;
  /** First and last compared day, this year. */
  from: Day;
  to: Day;
}

/**
 * Returns the comparison of each period and of all together; null where no day is known in both years. A day that is not
 * over is not compared. The periods follow one another. The caller has checked access to the site.
 */
export async function yearBefore(
  sql: Transaction,
  of: Measured & { sid: string; sn?: string },
  periods: readonly Period[],
  at: Date,
): Promise<{ bars: (Comparison | null)[]; all: Comparison | null }> {
  const yesterday = addDays(localDay(at.getTime(), of.timezone), -1);
  const [first, last] = [periods[0]?.from ?? yesterday, periods.at(-1)?.to ?? ''];
  const span = { from: first, to: last < yesterday ? last : yesterday };
  if (span.to < span.from) return { bars: periods.map(() => null), all: null };
  const known = await knownDays(sql, of, { ...span, withYearBefore: true }, at);
  const days = comparedDays(known).filter((day) => day >= span.from && day <= span.to);
  const comparisonOf = (compared: readonly Day[]): Comparison | null => {
    const [begin, end] = [compared[0], compared.at(-1)];
    if (begin === undefined || end === undefined) return null;
    const sum = (summed: readonly Day[]) =>
      kWhOf(summed.reduce((all, day) => all + required(known.get(day), 'the energy of a compared day').energyWh, 0));
    const energies = { energy: sum(compared), before: sum(compared.map(dayBefore)) };
    return { ...energies, days: compared.length, from: begin, to: end };
  };
  const byPeriod = periods.map(({ from, to }) => days.filter((day) => day >= from && day <= to));
  return { bars: byPeriod.map(comparisonOf), all: comparisonOf(byPeriod.flat()) };
}
