// dashboard/device/trend: number of plants and devices added, by day and by week.

import { addedWithin, dashboardPeriods, firstDayOf } from '../../../fleet/additions.ts';
import { countedAt, fleetCounts } from '../../../fleet/counts.ts';
import type { Handler } from '../../../platform/handler.ts';
import { zoneNamed } from '../../../platform/places/rules/countries.ts';

export const dashboardDeviceTrend: Handler<'dashboard/device/trend'> = async ({ timezone }, caller) => {
  const periods = dashboardPeriods(caller.at, zoneNamed(timezone) ?? 'UTC');
  const [counts, passedAt] = await Promise.all([
    fleetCounts(caller, ['siteDay', 'deviceDay'], { from: firstDayOf(periods) }),
    countedAt(caller.sql, 'sites'),
  ]);
  const added = (from: string, to: string) => ({
    sites: addedWithin(counts, 'siteDay', from, to, periods.today),
    devices: addedWithin(counts, 'deviceDay', from, to, periods.today),
  });
  return {
    isCounted: passedAt !== null,
    days: periods.days.map((day) => ({ day, ...added(day, day) })),
    weeks: periods.weeks.map(({ from, to }) => ({ from, to, ...added(from, to) })),
  };
};
