// Who waits for a plant: so many in all and from one source, and numbers that nobody has heard of come slowly.
import { makeBuckets } from '../../platform/limits/tokenBuckets.ts';

const AT_MOST = 10_000;
const OF_SOURCE = 500;
/** How many numbers that nobody has heard of one source may bring up: a truck of new devices fits, inventing them does not. */
const NEW_OF_SOURCE = { burst: 500, perSecond: 1 / 60 };

export interface WaitingRoom {
  /** False: there is no place for it now. `isHeard`: somebody knows the number. */
  enter(sn: string, source: string, isHeard: boolean): boolean;
  leave(source: string): void;
}

export function openWaitingRoom(): WaitingRoom {
  const places = new Map<string, number>();
  const strangers = makeBuckets(1, 0);
  const fresh = makeBuckets(NEW_OF_SOURCE.burst, NEW_OF_SOURCE.perSecond);
  let all = 0;
  return {
    enter(sn, source, isHeard) {
      const ofSource = places.get(source) ?? 0;
      if (all >= AT_MOST || ofSource >= OF_SOURCE) return false;
      const nowMs = performance.now();
      // One that was turned away is as new the next time.
      if (!isHeard && strangers.has(sn, nowMs)) {
        if (!fresh.take(source, nowMs)) return false;
        strangers.take(sn, nowMs);
      }
      all++;
      places.set(source, ofSource + 1);
      return true;
    },
    leave(source) {
      all--;
      const rest = (places.get(source) ?? 1) - 1;
      if (rest > 0) places.set(source, rest);
      else places.delete(source);
    },
  };
}
