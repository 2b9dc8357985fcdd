// Concurrency limits: slots and bytes, the order of those who wait, timeouts, and limits of each key.
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type ConcurrencyLimit, createConcurrencyLimit, createLimitPerKey, type Release } from './concurrencyLimit.ts';

/** Acquires all sizes at once; answers the numbers of those that run, in the order in which they started. */
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
    'starts several that fit into what one has left',
    10,
    [10, 3, 3, 3, 3],
    [0],
    [
      [0, [0, 1, 2, 3]],
      [2, [0, 1, 2, 3, 4]],
    ],
  ],
  [
    'runs alone what exceeds the whole capacity, and nothing overtakes it',
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

test('a thousand that wait run in order of arrival, never more at once than fit', async () => {
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

test('what does not want to wait gets nothing while others wait or the limit is full', async () => {
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

test('a wait that takes too long ends with its error, and the next one gets the slot', async () => {
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

test('each key has its own slots, and those of a key that was idle meanwhile are counted afresh', async () => {
  const limit = createLimitPerKey<string>(2);
  const first = limit.tryAcquire('a');
  const second = limit.tryAcquire('a');
  expect(limit.tryAcquire('a')).toBeNull();
  expect(limit.tryAcquire('b')).not.toBeNull();
  first?.();
  second?.();
  limit.tryAcquire('a');
  // Released before: neither frees a slot that others hold now.
  first?.();
  second?.();
  limit.tryAcquire('a');
  expect(limit.tryAcquire('a')).toBeNull();
});
