// Sends frames continuously while processes are killed, and records the answer of each, so that every acknowledged frame can be verified.
import { setTimeout as wait } from 'node:timers/promises';
import type { Sql } from '../server/src/platform/database/connect.ts';
import { readSamples } from '../server/src/samples/samples.ts';
import { frameOf, sidOf, snOf } from './fleet.ts';
import { load, post } from './load.ts';

export const DEVICES_A_SITE = 20;
const CONNECTIONS = 32;
/** Frames between two pauses, which leave the processor to the server and its database. */
const AT_ONCE = 256;
const PAUSE_MS = 20;
/** Pause after a round of refusals only. */
const REFUSED_PAUSE_MS = 200;
/** Settings of the server: each plant sends from its own address, because rate limits count by address. */
export const BEHIND_PROXY = { TRUST_PROXY: '127.0.0.1' };

/** Status 200: acknowledged. 503: refused, to be repeated. 0: no answer. */
export interface SentFrame {
  device: number;
  count: number;
  status: number;
}

export interface Sending {
  frames: SentFrame[];
  /** Resolves when pending requests are answered. */
  stop(): Promise<void>;
}

/** Sends frames until stopped. `next` returns another frame number of the device for each frame, across all sendings of a run. */
export function startSending(url: string, next: () => { device: number; count: number }): Sending {
  const frames: SentFrame[] = [];
  let stopped = false;
  const loop = (async () => {
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
      await loop;
    },
  };
}

export interface StoredFrames {
  lost: number;
  /** Number of frames stored more than once, acknowledged or not. */
  twice: number;
}

/** Reads the stored samples of these frames' devices and compares them. */
export async function findAll(sql: Sql, frames: readonly SentFrame[], fromMs: number): Promise<StoredFrames> {
  const result: StoredFrames = { lost: 0, twice: 0 };
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
      if (status === 200 && stored === 0) result.lost++;
      if (stored > 1) result.twice++;
    }
  }
  return result;
}

/** Polls until /readyz succeeds; returns the seconds it took and the reasons reported meanwhile. */
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
