// Prefetches the states from which the first reports of a gateway's devices continue, when it announces them: after a start all gateways reconnect at once, and their reports would wait for these reads.
import type { Context } from '../context.ts';
import { readStates } from './deviceStateCache.ts';

export interface StatePrefetch {
  /** Prefetches devices that will report soon, on a best-effort basis: other states are read with the report. */
  prefetch(sns: readonly string[]): void;
  close(): Promise<void>;
}

/** Announcements within this time are read together. */
const GATHER_MS = 50;
/** Devices in one statement; statements run one after the other, as reports that have arrived have priority. */
const BATCH_SIZE = 1_000;

export function createStatePrefetch({
  sql,
  registry,
  deviceStates,
  log,
}: Pick<Context, 'sql' | 'registry' | 'deviceStates' | 'log'>): StatePrefetch {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> | undefined;
  let isClosed = false;

  async function read(sns: readonly string[]): Promise<void> {
    const devices = await registry.find(sns);
    const unread = [...devices.values()].filter(({ sn }) => !deviceStates.get(sn));
    if (unread.length === 0) return;
    const { states } = await readStates(
      sql,
      unread.map(({ sid, sn }) => ({ sid, sn })),
    );
    // A report in the meantime left a newer state; and after a lost connection the database may be another one.
    const isCurrent = (sn: string): boolean => !deviceStates.get(sn) && registry.cached(sn) === devices.get(sn);
    deviceStates.store([...states.values()].filter(({ live: { sn } }) => isCurrent(sn)));
  }

  async function readAll(): Promise<void> {
    try {
      while (waiting.size > 0) {
        const sns = [...waiting].slice(0, BATCH_SIZE);
        for (const sn of sns) waiting.delete(sn);
        await read(sns);
      }
    } catch (error) {
      waiting.clear();
      log.warn({ err: error }, 'device states could not be prefetched');
    }
    reading = undefined;
  }

  return {
    prefetch(sns) {
      for (const sn of sns) {
        if (waiting.size >= deviceStates.capacity()) break;
        if (!deviceStates.get(sn) || !registry.cached(sn)) waiting.add(sn);
      }
      if (waiting.size === 0 || reading || isClosed) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        reading = readAll();
      }, GATHER_MS);
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      waiting.clear();
      await reading;
    },
  };
}
