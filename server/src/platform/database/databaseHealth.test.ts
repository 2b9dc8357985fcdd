// Tests the health of the database as known without asking it: from the watched disk and from recent errors.
import { expect, test } from 'vitest';
import { createDatabaseHealth } from './databaseHealth.ts';

test('reports a full disk for a while after a disk-full error, and nothing after other errors', () => {
  const health = createDatabaseHealth();
  expect(health.now(0)).toBeUndefined();
  health.recordFailure({ code: '23505' }, 0);
  expect(health.now(1)).toBeUndefined();
  health.recordFailure({ code: '53100' }, 0);
  expect(health.now(4_999)).toBe('the disk is full');
  expect(health.now(5_000)).toBeUndefined();
  health.watch(() => 'the database is being started again');
  expect(health.now(5_000)).toBe('the database is being started again');
});
