// Limits concurrent work, counted in slots or in bytes: work above the limit is refused, or waits in order of arrival.

/** Releases the capacity; further calls have no effect. */
export type Release = () => void;

export interface ConcurrencyLimit {
  /** Acquires `size` if it fits now and nothing is waiting; else null. */
  tryAcquire(size?: number): Release | null;
  /** Acquires `size` in order of arrival; a size above the whole capacity runs alone. Rejects when the wait takes too long. */
  acquire(size?: number): Promise<Release>;
}

export interface WaitTimeout {
  /** Without it, callers wait until they fit. */
  timeoutMs: number;
  timeoutError: () => Error;
}

interface Waiter {
  size: number;
  start: () => void;
  hasTimedOut: boolean;
}

export function createConcurrencyLimit(
  capacity: number,
  { wait, onIdle }: { wait?: WaitTimeout; onIdle?: () => void } = {},
): ConcurrencyLimit {
  let inUse = 0;
  let queue: Waiter[] = [];
  /** Index of the next waiter: removing the first of thousands would move all the others. */
  let head = 0;

  const fits = (size: number): boolean => inUse === 0 || inUse + size <= capacity;

  function occupy(size: number): Release {
    inUse += size;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      inUse -= size;
      startWaiters();
      if (inUse === 0) onIdle?.();
    };
  }

  function startWaiters(): void {
    for (let next = queue[head]; next && (next.hasTimedOut || fits(next.size)); next = queue[head]) {
      head++;
      if (!next.hasTimedOut) next.start();
    }
    if (head < queue.length / 2) return;
    queue = queue.slice(head);
    head = 0;
  }

  function tryAcquire(size = 1): Release | null {
    return head === queue.length && fits(size) ? occupy(size) : null;
  }

  function waitFor(size: number): Promise<Release> {
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const start = (): void => {
        clearTimeout(timer);
        resolve(occupy(size));
      };
      const waiter: Waiter = { size, start, hasTimedOut: false };
      queue.push(waiter);
      if (!wait) return;
      timer = setTimeout(() => {
        waiter.hasTimedOut = true;
        reject(wait.timeoutError());
        // All waiters have the same timeout, so this one is the first and leaves the queue.
        startWaiters();
      }, wait.timeoutMs);
    });
  }

  return {
    tryAcquire,
    async acquire(size = 1) {
      return tryAcquire(size) ?? (await waitFor(size));
    },
  };
}

export interface LimitPerKey<Key> {
  tryAcquire(key: Key): Release | null;
  acquire(key: Key): Promise<Release>;
}

/** One limit of `capacity` slots for each key; keys without a slot in use need no memory. */
export function createLimitPerKey<Key>(capacity: number, wait?: WaitTimeout): LimitPerKey<Key> {
  const limits = new Map<Key, ConcurrencyLimit>();
  function limitOf(key: Key): ConcurrencyLimit {
    let limit = limits.get(key);
    if (!limit) {
      limit = createConcurrencyLimit(capacity, { ...(wait && { wait }), onIdle: () => limits.delete(key) });
      limits.set(key, limit);
    }
    return limit;
  }
  return {
    tryAcquire: (key) => limitOf(key).tryAcquire(),
    acquire: (key) => limitOf(key).acquire(),
  };
}
