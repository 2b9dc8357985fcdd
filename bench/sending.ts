// Frames that are sent all the time while things die, each noted with its answer, so that every acknowledged one can be looked for.
import { setTimeout as wait } from 'node:timers/promises';
import type { Sql } from '../server/src/platform/database/connect.ts';
import { readSamples } from '../server/src/samples/samples.ts';
import { frameOf, sidOf, snOf } from './fleet.ts';
import { load, post } from './load.ts';

export const DEVICES_A_SITE = 20;
const CONNECTIONS = 32;
/** Frames between two pauses: what is left of the processor belongs to the server and its database. */
const AT_ONCE = 256;
const PAUSE_MS = 20;
/** After nothing but refusals. */
const REFUSED_PAUSE_MS = 200;
/** For the server: each plant sends from an address of its own, as limits go by address. */
export const BEHIND_PROXY = { TRUST_PROXY: '127.0.0.1' };

/** 200: acknowledged. 503: refused, to come again. 0: no answer came. */
export interface SentFrame {
  device: number;
  count: number;
  status: number;
}

export interface Sending {
  frames: SentFrame[];
  /** Ends with the answers of what is under way. */
  stop(): Promise<void>;
}

/** `next` gives each frame another number of its device, across all sendings of a run. */
export function startSending(url: string, next: () => { device: number; count: number }): Sending {
  const frames: SentFrame[] = [];
  let stopped = false;
  const working = (async () => {
    while (!stopped) {
      const first = frames.length;
      await load(
        url,
        CONNECTIONS,
        () => {
          if (stopped || frames.length - first >= AT_ONCE) return null;
          const { device, count } = next();
          frames.push({ device, count, status: 0 });
          const site = Math.floor(device / DEVICES_A_SITE);
          return post(url, '/i.php', frameOf(device, count), { 'x-forwarded-for': `10.1.${site >> 8}.${site & 255}` });
        },
        (index, status) => {
          frames[first + index]!.status = status;
        },
      );
      const sent = frames.slice(first);
      await wait(sent.some(({ status }) => status === 200) ? PAUSE_MS : REFUSED_PAUSE_MS);
    }
  })();
  return {
    frames,
    async stop() {
      stopped = true;
      await working;
    },
  };
}

export interface StoredFrames {
  lost: number;
  /** Stored more than once, acknowledged or not. */
  twice: number;
}

/** Reads the devices of these frames through the store's own door. */
export async function findAll(sql: Sql, frames: readonly SentFrame[], fromMs: number): Promise<StoredFrames> {
  const found: StoredFrames = { lost: 0, twice: 0 };
  const byDevice = Map.groupBy(frames, ({ device }) => device);
  for (const [device, sent] of byDevice) {
    const range = {
      sid: sidOf(Math.floor(device / DEVICES_A_SITE)),
      sn: snOf(device),
      fromMs,
      toMs: Date.now() + 60_000,
    };
    const { values } = await readSamples(sql, range, ['counterWh']);
    const times = new Map<number, number>();
    for (const wh of values.counterWh ?? []) {
      const count = Math.round(wh / 0.2);
      times.set(count, (times.get(count) ?? 0) + 1);
    }
    for (const { count, status } of sent) {
      const stored = times.get((1000 + count) & 0xffff) ?? 0;
      if (status === 200 && stored === 0) found.lost++;
      if (stored > 1) found.twice++;
    }
  }
  return found;
}

/** Seconds until /readyz says yes, and what it said until then. */
export async function untilReady(url: string, longestS: number): Promise<{ seconds: number; reasons: string[] }> {
  const began = performance.now();
  const reasons = new Set<string>();
  for (;;) {
    const reason = await whyNotReady(url);
    const seconds = (performance.now() - began) / 1000;
    if (reason === undefined) return { seconds, reasons: [...reasons] };
    reasons.add(reason);
    if (seconds > longestS) throw new Error(`not ready after ${longestS} s: ${[...reasons].join('; ')}`);
    await wait(20);
  }
}

export async function whyNotReady(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${url}/readyz`);
    const { reason } = (await answer.json()) as { reason?: string };
    return answer.ok ? undefined : (reason ?? `status ${answer.status}`);
  } catch {
    return 'no answer';
  }
}
