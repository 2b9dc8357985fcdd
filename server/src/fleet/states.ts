// Counts plants by status, idle state and age of their data, with their power and energy, by the conditions and sums of the plant list.
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

/** Counts states by company; `condition` is on `sites s`. */
export async function countStates(
  sql: Sql | Transaction,
  at: Date,
  condition: Fragment,
): Promise<(FleetState & { companyId: number })[]> {
  return await sql<(FleetState & { companyId: number })[]>`
    select s.company_id, ${siteStatus(sql, at)} as status, ${isAsleepSite(sql, at)} as is_asleep, ${dataAge(sql, at)} as age,
      count(*)::int as sites, ${siteSums(sql, at)}
    from ${sitesWithLive(sql)} ${joinZones(sql, { at })} where ${condition} group by 1, 2, 3, 4`;
}

/** Returns the days that may be in the current month: everywhere on earth it is the UTC day, the one before or the one after. */
function daysOfMonth(at: Date): { first: Day; last: Day } {
  const utcDay = localDay(at.getTime(), 'UTC');
  return { first: firstDayOfMonth(monthOf(addDays(utcDay, -1))), last: utcDay };
}

/** Energy of the month before today, Wh, each plant by its own calendar: of single plants that the user owns, installed or is a guest of. */
export async function ownedLastMonth(sql: Transaction, at: Date, sids: readonly string[]): Promise<number | null> {
  const { zones, days } = todayByZone(at);
  const { first, last } = daysOfMonth(at);
  const [row] = await sql<{ wh: number | null }[]>`
    select own_month(${textArray(sids)}::text::text[], ${zones}::text::text[], ${days}::text::date[], ${first}, ${last}) as wh`;
  return row!.wh;
}

/** Adds two values; null without any value, not 0. */
export const plus = (one: number | null | undefined, other: number | null): number | null =>
  one === null || one === undefined ? other : one + (other ?? 0);

/** Merges rows of the same status, idle state and age. */
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

/** Returns the power and energy of all states together; null without a value, not 0. */
export function totalsOf(states: readonly FleetState[]): Pick<FleetState, 'nowW' | 'todayWh' | 'totalWh'> {
  const sum = (of: (state: FleetState) => number | null) =>
    states.reduce<number | null>((total, state) => plus(total, of(state)), null);
  return {
    nowW: sum(({ nowW }) => nowW),
    todayWh: sum(({ todayWh }) => todayWh),
    totalWh: sum(({ totalWh }) => totalWh),
  };
}
