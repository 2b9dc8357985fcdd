// Plants by status, sleep and age of their data, and what they make: the same conditions and sums as the list's, counted together.
import type { DataAge } from '@heliograph/contract/dataAges.ts';
import type { Fragment, Sql, Transaction } from '../db/connect.ts';
import { dataAge } from '../sql/dataAge.ts';
import { isAsleepSite, siteStatus } from '../sql/siteStatus.ts';
import { siteSums } from '../sql/siteSums.ts';
import { joinZones } from '../sql/timeBuckets.ts';
import { sitesWithLive } from '../sql/withLive.ts';

export interface FleetState {
  status: number;
  isAsleep: boolean;
  age: DataAge;
  sites: number;
  nowW: number | null;
  todayWh: number | null;
  totalWh: number | null;
}

/** By company as well; `which` is a condition on `sites s`. */
export async function countStates(
  sql: Sql | Transaction,
  at: Date,
  which: Fragment,
): Promise<(FleetState & { companyId: number })[]> {
  return await sql<(FleetState & { companyId: number })[]>`
    select s.company_id, ${siteStatus(sql, at)} as status, ${isAsleepSite(sql, at)} as is_asleep, ${dataAge(sql, at)} as age,
      count(*)::int as sites, ${siteSums(sql, at)}
    from ${sitesWithLive(sql)} ${joinZones(sql, { at })} where ${which} group by 1, 2, 3, 4`;
}

/** No value is null, not 0. */
export const plus = (one: number | null | undefined, other: number | null): number | null =>
  one === null || one === undefined ? other : one + (other ?? 0);

/** Of several lists of them, one row for each that differs. */
export function sumStates(states: readonly FleetState[]): FleetState[] {
  const sums = new Map<string, FleetState>();
  for (const state of states) {
    const key = `${state.status} ${state.isAsleep} ${state.age}`;
    const before = sums.get(key);
    sums.set(key, {
      ...state,
      sites: (before?.sites ?? 0) + state.sites,
      nowW: plus(before?.nowW, state.nowW),
      todayWh: plus(before?.todayWh, state.todayWh),
      totalWh: plus(before?.totalWh, state.totalWh),
    });
  }
  return [...sums.values()];
}
