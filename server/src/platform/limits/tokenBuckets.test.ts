// Tests token buckets: bursts, refilling, clocks that step back, and bounded memory.
import { expect, test } from 'vitest';
import { createTokenBuckets, type TokenBuckets } from './tokenBuckets.ts';

type Step = [atMs: number, call: keyof TokenBuckets, key: string, expected: boolean];

const cases: [name: string, buckets: () => TokenBuckets, steps: Step[]][] = [
  [
    'gives the whole burst immediately, then nothing',
    () => createTokenBuckets(2, 1),
    [
      [0, 'take', 'a', true],
      [0, 'take', 'a', true],
      [0, 'take', 'a', false],
    ],
  ],
  [
    'refills at its rate, in fractions of a token',
    () => createTokenBuckets(1, 0.5),
    [
      [0, 'take', 'a', true],
      [1_000, 'take', 'a', false],
      [1_999, 'take', 'a', false],
      [2_000, 'take', 'a', true],
    ],
  ],
  [
    'never holds more than the burst',
    () => createTokenBuckets(2, 1_000),
    [
      [0, 'take', 'a', true],
      [60_000, 'take', 'a', true],
      [60_000, 'take', 'a', true],
      [60_000, 'take', 'a', false],
    ],
  ],
  [
    'takes no token to find out whether there is one',
    () => createTokenBuckets(1, 0),
    [
      [0, 'has', 'a', true],
      [0, 'has', 'a', true],
      [0, 'take', 'a', true],
      [9_000, 'has', 'a', false],
    ],
  ],
  [
    'counts each key separately',
    () => createTokenBuckets(1, 0),
    [
      [0, 'take', 'a', true],
      [0, 'take', 'b', true],
      [0, 'take', 'a', false],
    ],
  ],
  [
    'neither gives nor loses tokens when the clock steps back',
    () => createTokenBuckets(2, 1),
    [
      [5_000, 'take', 'a', true],
      [1_000, 'take', 'a', true],
      [1_000, 'take', 'a', false],
      [2_000, 'take', 'a', true],
    ],
  ],
  [
    'forgets a key that is not used for two generations, and no other',
    () => createTokenBuckets(1, 0, 2),
    [
      [0, 'take', 'old', true],
      [0, 'take', 'a', true],
      // Starts the second generation; `a` moves into it when it is used.
      [0, 'take', 'b', true],
      [0, 'take', 'a', false],
      // Starts the third generation; `old` was only in the first.
      [0, 'take', 'c', true],
      [0, 'take', 'a', false],
      [0, 'take', 'old', true],
    ],
  ],
];

test.each(cases)('a token bucket %s', (_, create, steps) => {
  const buckets = create();
  const results = steps.map(([atMs, call, key]): Step => [atMs, call, key, buckets[call](key, atMs)]);
  expect(results).toEqual(steps);
});
