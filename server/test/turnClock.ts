// Clock for devices played against a test's server: it advances to the next waiting device when all are waiting.
import type { PlayClock } from '@heliograph/simulator/play.ts';

/** `clock`: the server's clock, which advances with it. */
export function turnClock(
  clock: { now(): Date; set(iso: string): void },
  players: number,
): PlayClock & { until(endMs: number): Promise<void> } {
  const waiting = new Set<{ atMs: number; go: () => void }>();
  return {
    nowMs: () => clock.now().getTime(),
    waitUntil: (atMs, signal) =>
      new Promise((resolve) => {
        const turn = {
          atMs,
          go: () => {
            waiting.delete(turn);
            signal.removeEventListener('abort', turn.go);
            resolve();
          },
        };
        if (signal.aborted) return resolve();
        waiting.add(turn);
        signal.addEventListener('abort', turn.go);
      }),
    async until(endMs) {
      for (;;) {
        while (waiting.size < players) await new Promise((resolve) => setTimeout(resolve, 2));
        const next = [...waiting].reduce((one, other) => (other.atMs < one.atMs ? other : one));
        if (next.atMs > endMs) break;
        clock.set(new Date(Math.max(next.atMs, clock.now().getTime())).toISOString());
        next.go();
      }
      clock.set(new Date(endMs).toISOString());
    },
  };
}
