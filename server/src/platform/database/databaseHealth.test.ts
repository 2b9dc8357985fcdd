// What is known of a database without asking it: what is watched, and for a while what it refused.
import { expect, test } from 'vitest';
import { createDatabaseHealth } from './databaseHealth.ts';

test('a refusal for want of room lasts a while; any other says nothing of the database', () => {
  const trouble = createDatabaseHealth();
  expect(trouble.now(0)).toBeUndefined();
  trouble.noteRefusal({ code: '23505' }, 0);
  expect(trouble.now(1)).toBeUndefined();
  trouble.noteRefusal({ code: '53100' }, 0);
  expect(trouble.now(4_999)).toBe('the disk is full');
  expect(trouble.now(5_000)).toBeUndefined();
  trouble.watch(() => 'the database is being started again');
  expect(trouble.now(5_000)).toBe('the database is being started again');
});
