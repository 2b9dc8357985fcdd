// The sums of a dashboard for whoever asks: those kept for the branch, and what this user sees beside it, counted plant by plant in the same way.
import type { DataAge } from '@heliograph/contract/dataAges.ts';
import { accessibleSites } from '../access/accessibleSites.ts';
import type { CallContext, Session } from '../context.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Fragment, Transaction } from '../platform/database/connect.ts';
import { addCount, type Counted, type Counts, countKey, isOfSites, siteShares } from './contributions.ts';
import { countStates, type FleetState, ownedLastMonth, plus, sumStates } from './states.ts';

export type CountsContext = Pick<CallContext, 'sql' | 'session'>;

/** Plants counted one by one in a statement. */
const AT_ONCE = 500;

/** Who has a branch, or sees everything, has sums kept. */
export const viewerOf = ({ scope, companyId }: Session): number | null =>
  scope === 'own' ? null : scope === 'all' ? 0 : -companyId;

/** How far the sums are kept: null while not everything has been counted once. */
export async function countedAt(sql: Transaction, walk: 'sites' | 'users' | 'states'): Promise<Date | null> {
  const [row] = await sql<{ passedAt: Date | null }[]>`select passed_at from fleet_walks where name = ${walk}`;
  return row?.passedAt ?? null;
}

/** `from`: of days no earlier ones. Users are counted for who has a branch; an owner sees nobody. */
export async function fleetCounts(
  { sql, session }: CountsContext,
  what: readonly Counted[],
  { from = '' }: { from?: string } = {},
): Promise<Counts> {
  const viewer = viewerOf(session);
  const [kept, own] = await Promise.all([
    viewer === null
      ? []
      : sql<{ what: Counted; key: string; n: number }[]>`
          select what, key, n from fleet_counts
          where viewer = ${viewer} and what = any (${what as Counted[]}) and key >= ${from}`,
    what.some(isOfSites) ? ownShares(sql, session) : new Map<string, number>(),
  ]);
  const counts: Counts = new Map();
  const asked = new Set<string>(what);
  for (const { what, key, n } of kept) counts.set(countKey(what, key), n);
  for (const [key, n] of own) {
    const end = key.indexOf(' ');
    if (asked.has(key.slice(0, end)) && key.slice(end + 1) >= from) addCount(counts, key, n);
  }
  return counts;
}

async function ownShares(sql: Transaction, session: Session): Promise<Counts> {
  const sums: Counts = new Map();
  const sids = await sharedSites(sql, session);
  // Their rows are seen with one plant only.
  const ownInputs = (given: string) => sql`own_inputs(${given}::text::text[])`;
  for (let from = 0; from < sids.length; from += AT_ONCE)
    for (const { counts } of await siteShares(sql, among(sql, sids.slice(from, from + AT_ONCE)), ownInputs))
      for (const [key, n] of counts) addCount(sums, key, n);
  return sums;
}

const among = (sql: Transaction, sids: readonly string[]): Fragment =>
  sql`s.sid in (select unnest(${textArray(sids)}::text::text[]))`;

/** Plants that the user sees for themselves, outside of the branch: found by index, as they are few among very many. */
export async function sharedSites(sql: Transaction, session: Session): Promise<string[]> {
  if (session.scope === 'all') return [];
  const own = await sql<{ sid: string }[]>`select sid from own_sites()`;
  if (own.length === 0) return [];
  const isBeside =
    session.scope === 'branch' ? sql`s.company_id not in (select unnest(${session.companyIds}::int[]))` : sql`true`;
  const sids = own.map(({ sid }) => sid);
  const seen = await sql<{ sid: string }[]>`
    select s.sid from sites s where ${among(sql, sids)} and ${isBeside} and ${accessibleSites(sql, session)} order by s.sid`;
  return seen.map(({ sid }) => sid);
}

export interface StatesOfFleet {
  states: FleetState[];
  /** Of the plants' own month; no value is null, not 0. */
  monthWh: number | null;
  /** When they were; null: not once yet. */
  at: Date | null;
}

export async function fleetStates({
  sql,
  session,
  at,
}: CountsContext & Pick<CallContext, 'at'>): Promise<StatesOfFleet> {
  const viewer = viewerOf(session);
  const beside = await sharedSites(sql, session);
  const [[kept] = [], keptAt, own, besideMonth] = await Promise.all([
    viewer === null
      ? undefined
      : sql<{ states: FleetState[]; monthBeforeWh: number | null }[]>`
          select states, month_before_wh from fleet_states where viewer = ${viewer}`,
    viewer === null ? at : countedAt(sql, 'states'),
    beside.length === 0 ? [] : countStates(sql, at, among(sql, beside)),
    beside.length === 0 ? null : ownedLastMonth(sql, at, beside),
  ]);
  const states = sumStates([...(kept?.states ?? []), ...own]);
  const parts = [kept?.monthBeforeWh ?? null, besideMonth, ...states.map(({ todayWh }) => todayWh)];
  return { states, monthWh: parts.reduce(plus, null), at: keptAt };
}

/** Plants of each of them. */
export function sitesBy<Key extends number | DataAge>(
  states: readonly FleetState[],
  keyOf: (state: FleetState) => Key,
): Map<Key, number> {
  const sums = new Map<Key, number>();
  for (const state of states) sums.set(keyOf(state), (sums.get(keyOf(state)) ?? 0) + state.sites);
  return sums;
}
