// Plays a fleet over HTTP: each device posts its frames as real devices do, at its own offset, in real or accelerated time.
import { request } from 'node:http';
import { type Frame, frameAt, nextSendMs } from './device.ts';
import type { FleetDevice, FleetSite } from './fleetSite.ts';

/** Simulated time. `waitUntil` resolves early when the signal aborts. */
export type PlayClock = { nowMs(): number; waitUntil(atMs: number, signal: AbortSignal): Promise<void> };

export type Sent = {
  site: FleetSite;
  device: FleetDevice;
  atMs: number;
  frame: Frame;
  /** HTTP status and body, or the transport error. */
  answer: { status: number; body: string } | { error: string };
};

export type Play = {
  /** Like http://127.0.0.1:8080; only scheme, host and port count. */
  url: string;
  fleet: readonly FleetSite[];
  clock: PlayClock;
  everyS: number;
  signal: AbortSignal;
  onSent?: (sent: Sent) => void;
};

/** Number of devices that may wait for an answer at once. */
const maxWaiting = 64;

/** A clock that starts at `startMs` and runs at `speed` times real time. */
export function playClock(startMs: number, speed: number): PlayClock {
  const startedMs = Date.now();
  const nowMs = (): number => startMs + (Date.now() - startedMs) * speed;
  return {
    nowMs,
    waitUntil: (atMs, signal) => {
      const ms = Math.max(0, (atMs - nowMs()) / speed);
      return new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const done = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, Math.min(ms, 2 ** 31 - 1));
        signal.addEventListener('abort', done);
      });
    },
  };
}

/** Plays until the signal aborts, then waits for outstanding answers. */
export async function playFleet({ url, fleet, clock, everyS, signal, onSent }: Play): Promise<void> {
  const everyMs = everyS * 1000;
  const startMs = clock.nowMs();
  const turns = fleet
    .flatMap((site) => site.devices.map((device) => ({ site, device, atMs: nextSendMs(device, everyS, startMs) })))
    .sort((a, b) => a.atMs - b.atMs);
  const waiting = new Set<Promise<void>>();
  for (let round = 0; turns.length > 0 && !signal.aborted; round++) {
    for (const turn of turns) {
      const atMs = turn.atMs + round * everyMs;
      await clock.waitUntil(atMs, signal);
      if (signal.aborted) break;
      // after a suspended or overloaded process no backlog is sent: a device has none
      if (clock.nowMs() - atMs > everyMs) continue;
      const frame = frameAt(turn.site, turn.device, atMs);
      if (frame === null) continue;
      if (waiting.size >= maxWaiting) await Promise.race(waiting);
      const sending = post(url, frame)
        .catch((error: Error) => ({ error: error.message }))
        .then((answer) => {
          waiting.delete(sending);
          onSent?.({ site: turn.site, device: turn.device, atMs, frame, answer });
        });
      waiting.add(sending);
    }
  }
  await Promise.all(waiting);
}

/** One bare request on its own connection: no Content-Type, no Accept, nothing a microinverter would not send. */
export function post(url: string, frame: Frame): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const target = new URL(frame.path, url);
    const headers = { Host: target.host, Connection: 'close', 'Content-Length': frame.bytes.length };
    const outgoing = request(target, { method: 'POST', headers, agent: false, timeout: 20_000 }, (answer) => {
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        body += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
      answer.on('error', reject);
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer within 20 seconds')));
    outgoing.on('error', reject);
    outgoing.end(frame.bytes);
  });
}
