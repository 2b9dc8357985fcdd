// Sums of a dashboard for a session: those stored for its branch, and its shared plants outside the branch, counted one by one in the same way.
import type { DataAge } from '@heliograph/contract/dataAges.ts';
import { accessibleSites } from '../access/accessibleSites.ts';
import type { CallContext, Session } from '../context.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Fragment, Transaction } from '../platform/database/connect.ts';
import { addCount, type CountName, type Counts, countKey, isOfSites, siteShares } from './contributions.ts';
import { countStates, type FleetState, ownedLastMonth, plus, sumStates } from './states.ts';

export type CountsContext = Pick<CallContext, 'sql' | 'session'>;

/** Plants counted one by one per statement. */
const BATCH_SIZE = 500;

/** Returns the key of the stored sums, which exist for branches and for all plants (0); null without any. */
export const viewerOf = ({ scope, companyId }: Session): number | null =>
  scope === 'own' ? null : scope === 'all' ? 0 : -companyId;

/** Returns when the sums were last completed; null before the first time. */
export async function countedAt(sql: Transaction, walk: 'sites' | 'users' | 'states'): Promise<Date | null> {
  const [row] = await sql<{ passedAt: Date | null }[]>`select passed_at from fleet_walks where name = ${walk}`;
  return row?.passedAt ?? null;
}

/** Returns the sums of a session. `from`: the earliest day to include. Users are counted only for branches and all plants, not for owners. */
export async function fleetCounts(
  { sql, session }: CountsContext,
  what: readonly CountName[],
  { from = '' }: { from?: string } = {},
): Promise<Counts> {
  const viewer = viewerOf(session);
  const [stored, own] = await Promise.all([
    viewer === null
      ? []
      : sql<{ what: CountName; key: string; n: number }[]>`
          select what, key, n from fleet_counts
          where viewer = ${viewer} and what = any (${what as CountName[]}) and key >= ${from}`,
    what.some(isOfSites) ? ownShares(sql, session) : new Map<string, number>(),
  ]);
  const counts: Counts = new Map();
  const requested = new Set<string>(what);
  for (const { what, key, n } of stored) counts.set(countKey(what, key), n);
  for (const [key, n] of own) {
    const end = key.indexOf(' ');
    if (requested.has(key.slice(0, end)) && key.slice(end + 1) >= from) addCount(counts, key, n);
  }
  return counts;
}

async function ownShares(sql: Transaction, session: Session): Promise<Counts> {
  const sums: Counts = new Map();
  const sids = await sharedSites(sql, session);
  // Row policies show these rows only within one plant.
  const ownInputs = (sidArray: string) => sql`own_inputs(${sidArray}::text::text[])`;
  for (let from = 0; from < sids.length; from += BATCH_SIZE)
    for (const { counts } of await siteShares(sql, among(sql, sids.slice(from, from + BATCH_SIZE)), ownInputs))
      for (const [key, n] of counts) addCount(sums, key, n);
  return sums;
}

const among = (sql: Transaction, sids: readonly string[]): Fragment =>
  sql`s.sid in (select unnest(${textArray(sids)}::text::text[]))`;

/** Returns plants that the user may see personally, outside of the branch, found by index, as they are few among very many. */
export async function sharedSites(sql: Transaction, session: Session): Promise<string[]> {
  if (session.scope === 'all') return [];
  const own = await sql<{ sid: string }[]>`select sid from own_sites()`;
  if (own.length === 0) return [];
  const isOutside =
    session.scope === 'branch' ? sql`s.company_id not in (select unnest(${session.companyIds}::int[]))` : sql`true`;
  const sids = own.map(({ sid }) => sid);
  const accessible = await sql<{ sid: string }[]>`
    select s.sid from sites s where ${among(sql, sids)} and ${isOutside} and ${accessibleSites(sql, session)} order by s.sid`;
  return accessible.map(({ sid }) => sid);
}

export interface StatesOfFleet {
  states: FleetState[];
  /** Energy of the month by each plant's calendar, Wh; null without a value, not 0. */
  monthWh: number | null;
  /** When the states were counted; null before the first time. */
  at: Date | null;
}

export async function fleetStates({
  sql,
  session,
  at,
}: CountsContext & Pick<CallContext, 'at'>): Promise<StatesOfFleet> {
  const viewer = viewerOf(session);
  const shared = await sharedSites(sql, session);
  const [[stored] = [], storedAt, own, sharedMonth] = await Promise.all([
    viewer === null
      ? undefined
      : sql<{ states: FleetState[]; monthBeforeWh: number | null }[]>`
          select states, month_before_wh from fleet_states where viewer = ${viewer}`,
    viewer === null ? at : countedAt(sql, 'states'),
    shared.length === 0 ? [] : countStates(sql, at, among(sql, shared)),
    shared.length === 0 ? null : ownedLastMonth(sql, at, shared),
  ]);
  const states = sumStates([...(stored?.states ?? []), ...own]);
  const parts = [stored?.monthBeforeWh ?? null, sharedMonth, ...states.map(({ todayWh }) => todayWh)];
  return { states, monthWh: parts.reduce(plus, null), at: storedAt };
}

/** Returns the number of plants by key. */
export function sitesBy<Key extends number | DataAge>(
  states: readonly FleetState[],
  keyOf: (state: FleetState) => Key,
): Map<Key, number> {
  const sums = new Map<Key, number>();
  for (const state of states) sums.set(keyOf(state), (sums.get(keyOf(state)) ?? 0) + state.sites);
  return sums;
}
