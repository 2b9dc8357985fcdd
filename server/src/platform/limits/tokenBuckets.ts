// Limits rates: a token bucket per key holds `burst` tokens and refills at a steady rate; memory is bounded.

export interface TokenBuckets {
  /** Takes one token of the key; false when its bucket is empty. */
  take(key: string, nowMs: number): boolean;
  /** Whether the key has a token left; takes none. */
  has(key: string, nowMs: number): boolean;
}

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

/** Remembers the last `maxKeys` keys, and up to as many before them; a key that is forgotten starts with a full bucket. */
export function createTokenBuckets(burst: number, perSecond: number, maxKeys = 50_000): TokenBuckets {
  // Two generations: dropping the older one needs no sweep over all keys.
  let newer = new Map<string, Bucket>();
  let older = new Map<string, Bucket>();

  function bucketOf(key: string, nowMs: number): Bucket {
    const known = newer.get(key);
    if (known) return known;
    const bucket = older.get(key) ?? { tokens: burst, filledAtMs: nowMs };
    if (newer.size >= maxKeys) {
      older = newer;
      newer = new Map();
    }
    newer.set(key, bucket);
    return bucket;
  }

  function refilled(key: string, nowMs: number): Bucket {
    const bucket = bucketOf(key, nowMs);
    const elapsedS = Math.max(0, nowMs - bucket.filledAtMs) / 1000;
    bucket.tokens = Math.min(burst, bucket.tokens + elapsedS * perSecond);
    bucket.filledAtMs = nowMs;
    return bucket;
  }

  return {
    take(key, nowMs) {
      const bucket = refilled(key, nowMs);
      if (bucket.tokens < 1) return false;
      bucket.tokens--;
      return true;
    },
    has: (key, nowMs) => refilled(key, nowMs).tokens >= 1,
  };
}
