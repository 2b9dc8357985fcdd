// Devices by serial number, cached in the process until the database says that one changed.
import { type KnownDevice, readDevices } from '../installation/knownDevices.ts';
import type { Sql } from '../platform/database/connect.ts';
import { REGISTRY_CHANNEL } from '../platform/database/registryChannel.ts';
import type { DeviceStates } from './deviceStateCache.ts';

const MAX_KEEP = 200_000;

export interface Registry {
  find(sns: readonly string[]): Promise<Map<string, KnownDevice>>;
  /** The cached device of a number, without a query. */
  kept(sn: string): KnownDevice | undefined;
  forget(sns: readonly string[]): void;
  /** Hears which numbers have changed, here or in another process; 'all': it is not known which. Gives how to stop. */
  onChange(heard: (sns: readonly string[] | 'all') => void): () => void;
}

/** It listens from its first use on, and ends with the pool. */
export function openRegistry(sql: Sql, states: DeviceStates): Registry {
  const kept = new Map<string, KnownDevice>();
  // A row read before a change was announced must not be cached after it: what changed during each query under way.
  const asking = new Set<{ isAll: boolean; changed: Set<string> }>();
  const hearing = new Set<(sns: readonly string[] | 'all') => void>();
  const forget = (sns: readonly string[]): void => {
    for (const sn of sns) {
      kept.delete(sn);
      for (const { changed } of asking) changed.add(sn);
    }
  };
  const clear = (): void => {
    kept.clear();
    for (const question of asking) question.isAll = true;
  };
  // After a lost connection messages may have been missed, and the database may be another one that lacks the last commits.
  const begin = (): void => {
    clear();
    states.clear();
    for (const tell of hearing) tell('all');
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
          if (sn !== '*') for (const tell of hearing) tell([sn]);
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
      const found = new Map<string, KnownDevice>();
      const missing: string[] = [];
      for (const sn of new Set(sns)) {
        const device = kept.get(sn);
        if (device) found.set(sn, device);
        else missing.push(sn);
      }
      if (missing.length === 0) return found;
      const question = { isAll: false, changed: new Set<string>() };
      asking.add(question);
      try {
        for (const [sn, device] of await readDevices(sql, missing)) {
          found.set(sn, device);
          // Numbers without a plant are not cached: anyone can invent them, and the first frame after registration must count.
          const isSame = !question.isAll && !question.changed.has(sn);
          if (isSame && kept.size < MAX_KEEP) kept.set(sn, device);
        }
      } finally {
        asking.delete(question);
      }
      return found;
    },
    kept: (sn) => kept.get(sn),
    forget,
    onChange(heard) {
      hearing.add(heard);
      listen().catch(() => {});
      return () => hearing.delete(heard);
    },
  };
}
