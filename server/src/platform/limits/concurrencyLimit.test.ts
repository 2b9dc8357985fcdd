// Tests concurrency limits: slots and bytes, the order of waiters, timeouts, and limits per key.
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type ConcurrencyLimit, createConcurrencyLimit, createLimitPerKey, type Release } from './concurrencyLimit.ts';

/** Acquires all sizes concurrently; `running`: indexes of those that run, in the order in which they started. */
function acquireAll(limit: ConcurrencyLimit, sizes: readonly number[]) {
  const running: number[] = [];
  const releases: Release[] = [];
  for (const [n, size] of sizes.entries()) {
    void limit.acquire(size).then((release) => {
      running.push(n);
      releases[n] = release;
    });
  }
  return { running, release: (n: number) => releases[n]?.() };
}

type AfterRelease = [released: number, running: number[]];
const cases: [name: string, capacity: number, sizes: number[], atOnce: number[], after: AfterRelease[]][] = [
  ['starts all that fit together', 10, [4, 6], [0, 1], []],
  [
    'starts the next in order of arrival when one ends',
    2,
    [1, 1, 1, 1],
    [0, 1],
    [
      [1, [0, 1, 2]],
      [0, [0, 1, 2, 3]],
    ],
  ],
  [
    'starts several that fit into the capacity released by one',
    10,
    [10, 3, 3, 3, 3],
    [0],
    [
      [0, [0, 1, 2, 3]],
      [2, [0, 1, 2, 3, 4]],
    ],
  ],
  [
    'runs a size above the whole capacity alone, without being overtaken',
    10,
    [4, 25, 1],
    [0],
    [
      [0, [0, 1]],
      [1, [0, 1, 2]],
    ],
  ],
  [
    'counts a second release of the same slot only once',
    1,
    [1, 1, 1],
    [0],
    [
      [0, [0, 1]],
      [0, [0, 1]],
      [1, [0, 1, 2]],
    ],
  ],
];

test.each(cases)('a concurrency limit %s', async (_, capacity, sizes, atOnce, after) => {
  const { running, release } = acquireAll(createConcurrencyLimit(capacity), sizes);
  await turn();
  expect(running).toEqual(atOnce);
  for (const [released, expected] of after) {
    release(released);
    await turn();
    expect(running).toEqual(expected);
  }
});

test('runs a thousand waiters in order of arrival, never more at once than fit', async () => {
  const sizes = Array.from({ length: 1_000 }, () => 3);
  const { running, release } = acquireAll(createConcurrencyLimit(10), sizes);
  await turn();
  for (const n of sizes.keys()) {
    expect(running.length).toBe(Math.min(1_000, n + 3));
    release(n);
    await turn();
  }
  expect(running).toEqual([...sizes.keys()]);
});

test('returns null to callers that do not wait while others wait or the limit is full', async () => {
  const limit = createConcurrencyLimit(10);
  const release = limit.tryAcquire(6);
  expect(release).not.toBeNull();
  expect(limit.tryAcquire(5)).toBeNull();
  const waiting = limit.acquire(5);
  expect(limit.tryAcquire(1)).toBeNull();
  release?.();
  await waiting;
  expect(limit.tryAcquire(5)).not.toBeNull();
});

test('rejects a wait that takes too long, and gives the slot to the next one', async () => {
  const limit = createConcurrencyLimit(1, { wait: { timeoutMs: 20, timeoutError: () => new Error('too long') } });
  const release = await limit.acquire();
  await expect(limit.acquire()).rejects.toThrow('too long');
  const next = limit.acquire();
  release();
  const releaseNext = await next;
  // Its own timeout passes while it runs.
  await pause(30);
  expect(limit.tryAcquire()).toBeNull();
  releaseNext();
  expect(limit.tryAcquire()).not.toBeNull();
});

test('gives each key its own slots, and counts those of a key anew after it was idle', async () => {
  const limit = createLimitPerKey<string>(2);
  const first = limit.tryAcquire('a');
  const second = limit.tryAcquire('a');
  expect(limit.tryAcquire('a')).toBeNull();
  expect(limit.tryAcquire('b')).not.toBeNull();
  first?.();
  second?.();
  limit.tryAcquire('a');
  // Released before: neither call frees a slot that others hold now.
  first?.();
  second?.();
  limit.tryAcquire('a');
  expect(limit.tryAcquire('a')).toBeNull();
});
