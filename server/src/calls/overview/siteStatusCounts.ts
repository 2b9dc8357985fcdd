// overview/siteStatusCounts: number of a list's plants in each status, and their total production.

import { STATUS } from '@heliograph/contract/statuses.ts';
import { isAsleepSite, siteStatus } from '../../live/siteStatus.ts';
import { filteredSites } from '../../plants/list/siteFilters.ts';
import { siteSums } from '../../plants/list/siteSums.ts';
import type { Handler } from '../../platform/handler.ts';
import { kWhOf, wattsOf } from '../../platform/texts/numbers.ts';

interface StatusRow {
  status: number;
  isAsleep: boolean;
  sites: number;
  powerMaxW: number;
  nowW: number | null;
  todayWh: number | null;
  totalWh: number | null;
}

export const overviewSiteStatusCounts: Handler<'overview/siteStatusCounts'> = async (
  { filters: { status: requestedStatus, ...filters } },
  { sql, session, at },
) => {
  // Same definitions of live, today and total as in the list's rows.
  const rows = await sql<StatusRow[]>`
    select ${siteStatus(sql, at)} as status, ${isAsleepSite(sql, at)} as is_asleep, count(*)::int as sites, sum(s.power_max_w)::float8 as power_max_w,
      ${siteSums(sql, at)}
    ${filteredSites(sql, session, filters, { at, needsToday: true })} group by 1, 2`.plannedEachTime();
  const statusMap = Object.fromEntries(Object.values(STATUS).map((status) => [String(status), 0]));
  for (const { status, sites } of rows) statusMap[String(status)] = (statusMap[String(status)] ?? 0) + sites;
  const listed = rows.filter((row) => requestedStatus === undefined || isShown(row, requestedStatus));
  const sum = (of: (row: StatusRow) => number | null) => {
    const known = listed.map(of).filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
  };
  return {
    siteCount: rows.reduce((total, { sites }) => total + sites, 0),
    statusMap,
    asleep: rows.reduce((total, { isAsleep, sites }) => (isAsleep ? total + sites : total), 0),
    totals: {
      siteCount: sum(({ sites }) => sites) ?? 0,
      powerMax: sum(({ powerMaxW }) => powerMaxW) ?? 0,
      now: wattsOf(sum(({ nowW }) => nowW)),
      todayPower: kWhOf(sum(({ todayWh }) => todayWh)),
      totalPower: kWhOf(sum(({ totalWh }) => totalWh)),
    },
  };
};

/** Same rule as `statusFilter` of lists. */
function isShown({ status, isAsleep }: StatusRow, requestedStatus: string): boolean {
  if (requestedStatus === 'asleep') return isAsleep;
  if (requestedStatus === 'awake') return status === STATUS.online && !isAsleep;
  return String(status) === requestedStatus;
}
