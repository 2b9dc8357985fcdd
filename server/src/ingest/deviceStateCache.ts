// Caches the state from which a device's next report continues, in the process after a commit: a batch then need not read it again.

import { dayColumns, type NewestDays, newestOf, readNewestDays, type StoredDay } from '../energy/days/deviceDays.ts';
import type { NewestFlows } from '../energy/flows/deviceFlowDays.ts';
import type { EnergyState } from '../energy/rules/deviceEnergy.ts';
import { type LiveRow, liveColumns, liveOf, lockVersions, type StoredLive } from '../live/liveRows.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import { type DeviceKey, keysOf } from '../platform/database/deviceKeys.ts';

/**
 * Matches the database as long as the device's live row has the version `live.version`: every change of a device's days
 * increments it in the same transaction.
 */
export interface DeviceState {
  live: LiveRow;
  carry: EnergyState | null;
  days: NewestDays['days'];
  /** Read when its samples first measure a flow; undefined: not read yet. */
  flows?: NewestFlows | undefined;
}

/** Returns the instant up to which samples were ingested in order; null: none. Samples before it are late. */
export function ingestedUntil({ live, carry }: DeviceState, produces: boolean): number | null {
  return produces ? (carry?.atMs ?? null) : live.atMs;
}

export interface DeviceStates {
  get(sn: string): DeviceState | undefined;
  /** Caches states after the commit. */
  store(states: Iterable<DeviceState>): void;
  forget(sns: Iterable<string>): void;
  /** Number of further states that fit without evicting one. */
  capacity(): number;
  clear(): void;
}

/** About 1 KB each. */
const MAX_CACHED = 50_000;

export function openStates(): DeviceStates {
  const bySn = new Map<string, DeviceState>();
  return {
    get: (sn) => bySn.get(sn),
    store(states) {
      for (const state of states) {
        const { sn } = state.live;
        if (!bySn.has(sn) && bySn.size >= MAX_CACHED) bySn.delete(bySn.keys().next().value!);
        bySn.set(sn, state);
      }
    },
    forget(sns) {
      for (const sn of sns) bySn.delete(sn);
    },
    capacity: () => MAX_CACHED - bySn.size,
    clear: () => bySn.clear(),
  };
}

/** Locks the devices in the order of their keys and reads those without a current cached state; devices without a row are missing in the result. */
export async function lockStates(
  sql: Transaction,
  keys: readonly DeviceKey[],
  known: DeviceStates | null,
): Promise<Map<string, DeviceState>> {
  const states = new Map<string, DeviceState>();
  let unread = keys;
  if (known && keys.some(({ sn }) => known.get(sn))) {
    const versions = await lockVersions(sql, keys);
    unread = keys.filter(({ sid, sn }) => {
      const version = versions.get(sn);
      if (version === undefined) return false;
      const state = known.get(sn);
      if (state?.live.version !== version || state.live.sid !== sid) return true;
      states.set(sn, state);
      return false;
    });
  }
  if (unread.length === 0) return states;
  // Sent together; the second starts after the first, so it sees the changes that the lock waited for.
  const [versions, { states: read, older }] = await Promise.all([lockVersions(sql, unread), readStates(sql, unread)]);
  for (const [sn, state] of read) if (versions.has(sn)) states.set(sn, state);
  const newest = older.length > 0 ? await readNewestDays(sql, older) : undefined;
  for (const live of older) {
    if (versions.has(live.sn)) states.set(live.sn, { live, carry: null, days: [], ...newest!.get(live.sn) });
  }
  return states;
}

/**
 * Reads states in one statement, so that a device's row and its days are consistent. The newest aggregate state almost always
 * belongs to the newest sample's day; devices for which it does not are returned as `older`. Devices that are not in the plant
 * are in neither.
 */
export async function readStates(
  sql: Sql | Transaction,
  keys: readonly DeviceKey[],
): Promise<{ states: Map<string, DeviceState>; older: LiveRow[] }> {
  const rows = await sql<(StoredLive & StoredDay)[]>`
    select ${liveColumns(sql)}, ${dayColumns(sql)} from ${keysOf(sql, keys)}
    join devices i on i.sid = k.sid and i.sn = k.sn and i.removed_at is null
    join device_live l on l.sid = k.sid and l.sn = k.sn
    left join device_days d on d.sid = l.sid and d.sn = l.sn and d.day >= coalesce(l.day, '-infinity')`.execute();
  const newest = newestOf(rows);
  const states = new Map<string, DeviceState>();
  const older: LiveRow[] = [];
  const visited = new Set<string>();
  for (const row of rows) {
    if (visited.has(row.sn)) continue;
    visited.add(row.sn);
    const { carry = null, days = [] } = newest.get(row.sn) ?? {};
    if (carry === null && row.day !== null) older.push(liveOf(row));
    else states.set(row.sn, { live: liveOf(row), carry, days });
  }
  return { states, older };
}
