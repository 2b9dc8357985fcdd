// Determines the source and completeness of a period's energy.
import type { Provenance } from '@heliograph/contract/entities/statistics.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';
import { expectedSeconds, type Location } from '../rules/expectedDaylight.ts';

/** Energy of one period, as energy/periods/energyOfPeriods.ts reads it. */
export interface PeriodEnergy {
  from: Day;
  to: Day;
  energyWh: number | null;
  money: number | null;
  /** Export is measured on some of its days: their money is based on it. */
  isMeasured: boolean;
  /** At most two, also where there are more. */
  sources: Provenance['source'][];
  coveredS: number;
  /** First day with energy. */
  firstDay: Day | null;
}

export interface Measured extends Location {
  /** Data are expected from this day on; null: from the first data. */
  commissionedOn?: Day | null;
}

export function provenanceOf(period: PeriodEnergy, location: Measured, today: Day, nowMs: number): Provenance {
  const [first, ...more] = period.sources;
  const { firstDay } = period;
  if (!first || firstDay === null) {
    const isDue = expectedSeconds(period.from, period.to, location, today, nowMs) > 0;
    return { source: 'none', completeness: 0, ...(isDue ? {} : { notDue: true }) };
  }
  const { commissionedOn = null } = location;
  const begins = commissionedOn !== null && commissionedOn < firstDay ? commissionedOn : firstDay;
  const expectedS = expectedSeconds(period.from > begins ? period.from : begins, period.to, location, today, nowMs);
  const completeness = expectedS <= 0 ? 1 : Math.min(1, Math.round((period.coveredS / expectedS) * 1000) / 1000);
  return { source: more.length > 0 ? 'mixed' : first, completeness };
}
