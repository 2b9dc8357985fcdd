// How an energy figure of a period was obtained and how complete it is.
import type { Provenance } from '@heliograph/contract/entities/statistics.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';
import { expectedSeconds, type Location } from '../rules/expectedDaylight.ts';

/** What energy/periods/energyOfPeriods.ts reads of one period. */
export interface PeriodEnergy {
  from: Day;
  to: Day;
  energyWh: number | null;
  money: number | null;
  /** On some of its days it is measured what went to the grid: their money stands on that. */
  isMeasured: boolean;
  /** Two of them where there are more. */
  sources: Provenance['source'][];
  coveredS: number;
  /** The first day that has energy at all. */
  firstDay: Day | null;
}

export interface Measured extends Location {
  /** Data are expected from this day on; null: from the first data. */
  commissionedOn?: Day | null;
}

export function provenanceOf(period: PeriodEnergy, place: Measured, today: Day, nowMs: number): Provenance {
  const [first, ...more] = period.sources;
  const { firstDay } = period;
  if (!first || firstDay === null) {
    const isDue = expectedSeconds(period.from, period.to, place, today, nowMs) > 0;
    return { source: 'none', completeness: 0, ...(isDue ? {} : { notDue: true }) };
  }
  const { commissionedOn = null } = place;
  const begins = commissionedOn !== null && commissionedOn < firstDay ? commissionedOn : firstDay;
  const askedS = expectedSeconds(period.from > begins ? period.from : begins, period.to, place, today, nowMs);
  const completeness = askedS <= 0 ? 1 : Math.min(1, Math.round((period.coveredS / askedS) * 1000) / 1000);
  return { source: more.length > 0 ? 'mixed' : first, completeness };
}
