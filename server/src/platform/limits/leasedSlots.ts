// Limits concurrent work of one kind per user or device, and in total, in this process; a slot that is never released expires.
import { createConcurrencyLimit, createLimitPerKey, type Release } from './concurrencyLimit.ts';

export interface LeasedSlots {
  /** Acquires a slot of the key, which is a user or a device; null when the key or all keys together have none free. */
  tryAcquire(key: number, nowMs: number): Release | null;
}

/** Creates the slots. `leaseMs`: time after which an unreleased slot becomes free. */
export function createLeasedSlots({
  perKey,
  total,
  leaseMs,
}: {
  perKey: number;
  total: number;
  leaseMs: number;
}): LeasedSlots {
  const keyLimits = createLimitPerKey<number>(perKey);
  const totalLimit = createConcurrencyLimit(total);
  const leases = new Set<{ expiresAtMs: number; release: Release }>();
  return {
    tryAcquire(key, nowMs) {
      for (const { expiresAtMs, release } of leases) if (expiresAtMs <= nowMs) release();
      const releaseKey = keyLimits.tryAcquire(key);
      if (!releaseKey) return null;
      const releaseTotal = totalLimit.tryAcquire();
      if (!releaseTotal) {
        releaseKey();
        return null;
      }
      const lease = {
        expiresAtMs: nowMs + leaseMs,
        release: () => {
          leases.delete(lease);
          releaseKey();
          releaseTotal();
        },
      };
      leases.add(lease);
      return lease.release;
    },
  };
}
