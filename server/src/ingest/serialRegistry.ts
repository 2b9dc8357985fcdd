// Devices by serial number, cached in the process until the database notifies a change.
import { type KnownDevice, readDevices } from '../installation/knownDevices.ts';
import type { Sql } from '../platform/database/connect.ts';
import { REGISTRY_CHANNEL } from '../platform/database/registryChannel.ts';
import type { DeviceStates } from './deviceStateCache.ts';

const MAX_CACHED = 200_000;

export interface Registry {
  find(sns: readonly string[]): Promise<Map<string, KnownDevice>>;
  /** Returns the cached device of a serial number, without a query. */
  cached(sn: string): KnownDevice | undefined;
  forget(sns: readonly string[]): void;
  /** Subscribes to changed serial numbers, of this or another process; 'all': it is not known which. Returns the unsubscribe function. */
  onChange(listener: (sns: readonly string[] | 'all') => void): () => void;
}

/** Creates a registry, which listens from its first use until the pool ends. */
export function openRegistry(sql: Sql, states: DeviceStates): Registry {
  const cached = new Map<string, KnownDevice>();
  // A row read before a change was announced must not be cached after it: the changes during each running query.
  const queries = new Set<{ isAll: boolean; changed: Set<string> }>();
  const listeners = new Set<(sns: readonly string[] | 'all') => void>();
  const forget = (sns: readonly string[]): void => {
    for (const sn of sns) {
      cached.delete(sn);
      for (const { changed } of queries) changed.add(sn);
    }
  };
  const clear = (): void => {
    cached.clear();
    for (const query of queries) query.isAll = true;
  };
  // After a lost connection notifications may have been missed, and the database may be another one that lacks the last commits.
  const begin = (): void => {
    clear();
    states.clear();
    for (const listener of listeners) listener('all');
  };
  let listening: Promise<unknown> | null = null;
  const listen = (): Promise<unknown> => {
    listening ??= sql
      .listen(
        REGISTRY_CHANNEL,
        (sn) => {
          if (sn === '*') clear();
          else forget([sn]);
          // '*' announces changes to how reports are read, never to which plant a number belongs
          if (sn !== '*') for (const listener of listeners) listener([sn]);
        },
        begin,
      )
      .catch((error: unknown) => {
        listening = null;
        throw error;
      });
    return listening;
  };
  return {
    async find(sns) {
      await listen();
      const devices = new Map<string, KnownDevice>();
      const missing: string[] = [];
      for (const sn of new Set(sns)) {
        const device = cached.get(sn);
        if (device) devices.set(sn, device);
        else missing.push(sn);
      }
      if (missing.length === 0) return devices;
      const query = { isAll: false, changed: new Set<string>() };
      queries.add(query);
      try {
        for (const [sn, device] of await readDevices(sql, missing)) {
          devices.set(sn, device);
          // Numbers without a plant are not cached: anyone can invent them, and the first frame after registration must count.
          const isUnchanged = !query.isAll && !query.changed.has(sn);
          if (isUnchanged && cached.size < MAX_CACHED) cached.set(sn, device);
        }
      } finally {
        queries.delete(query);
      }
      return devices;
    },
    cached: (sn) => cached.get(sn),
    forget,
    onChange(listener) {
      listeners.add(listener);
      listen().catch(() => {});
      return () => listeners.delete(listener);
    },
  };
}
