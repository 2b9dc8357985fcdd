// What a device's next report continues from, kept in the process after a commit: a batch then need not read it again.
import type { Transaction } from '../db/connect.ts';
import type { Carry } from '../rules/energy.ts';
import { type DeviceKey, type NewestDays, readNewestDays } from './deviceDays.ts';
import type { NewestFlows } from './deviceFlows.ts';
import { type LiveRow, lockLive, lockVersions } from './liveRows.ts';

/**
 * True of the database as long as the device's live row has the version `live.version`: whoever changes a device's days
 * moves it in the same transaction.
 */
export interface DeviceState {
  live: LiveRow;
  carry: Carry | null;
  days: NewestDays['days'];
  /** Read when its samples first tell of a flow; undefined: nobody has asked yet. */
  flows?: NewestFlows | undefined;
}

/** The instant up to which samples were taken in order; null: none. What comes before it is late. */
export function takenUntil({ live, carry }: DeviceState, produces: boolean): number | null {
  return produces ? (carry?.atMs ?? null) : live.atMs;
}

export interface DeviceStates {
  get(sn: string): DeviceState | undefined;
  /** After the commit. */
  keep(states: Iterable<DeviceState>): void;
  forget(sns: Iterable<string>): void;
  clear(): void;
}

/** About 1 KB each. */
const KEEP_AT_MOST = 50_000;

export function openStates(): DeviceStates {
  const bySn = new Map<string, DeviceState>();
  return {
    get: (sn) => bySn.get(sn),
    keep(states) {
      for (const state of states) {
        const { sn } = state.live;
        if (!bySn.has(sn) && bySn.size >= KEEP_AT_MOST) bySn.delete(bySn.keys().next().value!);
        bySn.set(sn, state);
      }
    },
    forget(sns) {
      for (const sn of sns) bySn.delete(sn);
    },
    clear: () => bySn.clear(),
  };
}

/** Locks the devices in the order of their keys and reads those of which nothing true is known; those without a row are missing. */
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
  // Sent together; the second begins after the first, so it sees what the lock waited for.
  const [lives, newest] = await Promise.all([lockLive(sql, unread), readNewestDays(sql, unread)]);
  for (const [sn, live] of lives) {
    const days = newest.get(sn);
    states.set(sn, { live, carry: days?.carry ?? null, days: days?.days ?? new Map() });
  }
  return states;
}
