// Limits the connected devices that belong to no plant, in all and by source, and how fast one source may add new serial numbers.
import { createTokenBuckets } from '../../platform/limits/tokenBuckets.ts';

const MAX_CLIENTS = 10_000;
const MAX_CLIENTS_PER_SOURCE = 500;
/** New serial numbers of one source: enough for a truck of new devices, too few for a flood of invented ones. */
const NEW_PER_SOURCE = { burst: 500, perSecond: 1 / 60 };

export interface PendingClients {
  /** False: the limit is reached. `isKnown`: the serial number is stored already. */
  add(sn: string, source: string, isKnown: boolean): boolean;
  remove(source: string): void;
}

export function createPendingClients(): PendingClients {
  const counts = new Map<string, number>();
  const unknownSerials = createTokenBuckets(1, 0);
  const newSerials = createTokenBuckets(NEW_PER_SOURCE.burst, NEW_PER_SOURCE.perSecond);
  let total = 0;
  return {
    add(sn, source, isKnown) {
      const count = counts.get(source) ?? 0;
      if (total >= MAX_CLIENTS || count >= MAX_CLIENTS_PER_SOURCE) return false;
      const nowMs = performance.now();
      // A rejected serial number is still new the next time.
      if (!isKnown && unknownSerials.has(sn, nowMs)) {
        if (!newSerials.take(source, nowMs)) return false;
        unknownSerials.take(sn, nowMs);
      }
      total++;
      counts.set(source, count + 1);
      return true;
    },
    remove(source) {
      total--;
      const rest = (counts.get(source) ?? 1) - 1;
      if (rest > 0) counts.set(source, rest);
      else counts.delete(source);
    },
  };
}
