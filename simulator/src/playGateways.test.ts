// Gateways without a portal: retries with growing delays, and an end on the signal; server/src/demo/gateways.test.ts tests them with the real portal.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { fleet } from './fleet.ts';
import type { PlayClock } from './play.ts';
import { playGateways, versionOf } from './playGateways.ts';

const began = Date.UTC(2026, 5, 21, 9);
const sites = fleet(1, began).filter(({ key }) => key === 'hochalm');

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function steppingClock(startMs: number): PlayClock {
  let nowMs = startMs;
  return {
    nowMs: () => nowMs,
    waitUntil: async (atMs) => {
      nowMs = Math.max(nowMs, atMs);
    },
  };
}

test('retries after a second, then after about twice as long each time, up to about a minute', async () => {
  const stop = new AbortController();
  const clock = steppingClock(began);
  const triedMs: number[] = [];
  await playGateways({
    broker: { host: '127.0.0.1', port: await closedPort() },
    fleet: sites,
    passwordOf: () => undefined,
    clock,
    signal: stop.signal,
    onUnreached: () => {
      triedMs.push(clock.nowMs());
      if (triedMs.length === 14) stop.abort();
    },
  });
  const waitsS = triedMs.slice(1).map((atMs, i) => (atMs - triedMs[i]!) / 1000);
  for (const [i, waitS] of waitsS.slice(0, 6).entries()) {
    expect(waitS).toBeGreaterThanOrEqual(0.75 * 2 ** i);
    expect(waitS).toBeLessThan(1.25 * 2 ** i);
  }
  expect(Math.max(...waitsS)).toBeLessThanOrEqual(80);
  expect(waitsS.at(-1)).toBeGreaterThan(45);
});

test('playing ends at once for a fleet without gateways or with an aborted signal', async () => {
  const stop = new AbortController();
  const play = { broker: { host: '127.0.0.1', port: 9 }, passwordOf: () => undefined, clock: steppingClock(began) };
  await playGateways({ ...play, fleet: [], signal: stop.signal });
  stop.abort();
  await playGateways({ ...play, fleet: sites, signal: stop.signal });
});

test('gateways of the plant with all faults use both MQTT 3.1.1 and MQTT 5', () => {
  const { gateways } = fleet(1, began).find(({ key }) => key === 'werkhof')!;
  const ours = gateways.filter(({ dialect }) => dialect === undefined);
  expect(ours.map(({ sn }) => versionOf(sn)).sort()).toEqual([4, 5]);
});
