// Plants by status, sleep and age of their data, and what they make: the same conditions and sums as the list's, counted together.
import type { DataAge } from '@heliograph/contract/dataAges.ts';
import { dataAge } from '../live/dataAge.ts';
import { isAsleepSite, siteStatus } from '../live/siteStatus.ts';
import { sitesWithLive } from '../live/withLive.ts';
import { siteSums } from '../plants/list/siteSums.ts';
import { addDays, type Day, firstDayOfMonth, localDay, monthOf } from '../platform/calendar/rules/localDays.ts';
import { joinZones, todayByZone } from '../platform/calendar/timeBuckets.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Fragment, Sql, Transaction } from '../platform/database/connect.ts';

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

/** Everywhere on earth it is the day of UTC, the one before or the one after: no other days are looked at. */
function daysOfMonth(at: Date): { first: Day; last: Day } {
  const utcDay = localDay(at.getTime(), 'UTC');
  return { first: firstDayOfMonth(monthOf(addDays(utcDay, -1))), last: utcDay };
}

/** Wh of the month before today, each plant by its own calendar: of single plants that the asking user owns, installed or is a guest of. */
export async function ownedLastMonth(sql: Transaction, at: Date, sids: readonly string[]): Promise<number | null> {
  const { zones, days } = todayByZone(at);
  const { first, last } = daysOfMonth(at);
  const [row] = await sql<{ wh: number | null }[]>`
    select own_month(${textArray(sids)}::text::text[], ${zones}::text::text[], ${days}::text::date[], ${first}, ${last}) as wh`;
  return row!.wh;
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

/** What all of them make together; no value is null, not 0. */
export function madeBy(states: readonly FleetState[]): Pick<FleetState, 'nowW' | 'todayWh' | 'totalWh'> {
  const sum = (of: (state: FleetState) => number | null) =>
    states.reduce<number | null>((total, state) => plus(total, of(state)), null);
  return {
    nowW: sum(({ nowW }) => nowW),
    todayWh: sum(({ todayWh }) => todayWh),
    totalWh: sum(({ totalWh }) => totalWh),
  };
}
