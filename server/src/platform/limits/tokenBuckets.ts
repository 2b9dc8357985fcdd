// Who sends too much: a bucket per sender that fills again with time. Memory is bounded.

export interface Buckets {
  /** Takes one from the sender's bucket; false when it is empty. */
  take(sender: string, nowMs: number): boolean;
  /** Whether there is one to take. */
  has(sender: string, nowMs: number): boolean;
}

interface Bucket {
  left: number;
  atMs: number;
}

/** `burst` at once, then so many a second. */
export function makeBuckets(burst: number, perSecond: number, senders = 50_000): Buckets {
  let newer = new Map<string, Bucket>();
  let older = new Map<string, Bucket>();
  const filled = (sender: string, nowMs: number): Bucket => {
    let bucket = newer.get(sender);
    if (!bucket) {
      // Two generations: who was not heard for a whole one is forgotten, and no sweep ever stops the world.
      bucket = older.get(sender) ?? { left: burst, atMs: nowMs };
      if (newer.size >= senders) {
        older = newer;
        newer = new Map();
      }
      newer.set(sender, bucket);
    }
    bucket.left = Math.min(burst, bucket.left + (Math.max(0, nowMs - bucket.atMs) / 1000) * perSecond);
    bucket.atMs = nowMs;
    return bucket;
  };
  return {
    take(sender, nowMs) {
      const bucket = filled(sender, nowMs);
      if (bucket.left < 1) return false;
      bucket.left--;
      return true;
    },
    has: (sender, nowMs) => filled(sender, nowMs).left >= 1,
  };
}
