// What the first reports of a gateway's devices continue from, read when it announces them: after a start all gateways come back at once, and their reports would wait for it.
import type { Context } from '../context.ts';
import { readStates } from './deviceStateCache.ts';

export interface StatePrefetch {
  /** Devices that will report soon. Nothing is promised: what was not read ahead is read with the report. */
  prefetch(sns: readonly string[]): void;
  close(): Promise<void>;
}

/** What is announced within it is read together. */
const GATHER_MS = 50;
/** In one statement; one after the other, as reports that are there already come first. */
const AT_ONCE = 1_000;

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
    // Who reported meanwhile is known better; and when the line to the database broke, it may be another one by now.
    const isAsRead = (sn: string): boolean => !deviceStates.get(sn) && registry.kept(sn) === devices.get(sn);
    deviceStates.keep([...states.values()].filter(({ live: { sn } }) => isAsRead(sn)));
  }

  async function readAll(): Promise<void> {
    try {
      while (waiting.size > 0) {
        const sns = [...waiting].slice(0, AT_ONCE);
        for (const sn of sns) waiting.delete(sn);
        await read(sns);
      }
    } catch (error) {
      waiting.clear();
      log.warn({ err: error }, 'what reports continue from could not be read ahead');
    }
    reading = undefined;
  }

  return {
    prefetch(sns) {
      for (const sn of sns) {
        if (waiting.size >= deviceStates.room()) break;
        if (!deviceStates.get(sn) || !registry.kept(sn)) waiting.add(sn);
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
