// What the browser may store for visits without a network.
import { calls } from '@heliograph/contract/calls.ts';
import { expect, test } from 'vitest';
import { STORED_CALLS } from './storedCalls.ts';

test('the browser stores only answers of reads, and none with a secret', () => {
  const wrong = [...STORED_CALLS].filter((path) => {
    const { answers, changes, returnsSecret } = calls[path];
    return answers !== 'json' || changes || returnsSecret;
  });
  expect(wrong).toEqual([]);
});
