// What is known of a database without asking it: what is watched, and for a while what it refused.
import { expect, test } from 'vitest';
import { testServer } from '../../test/testServer.ts';
import { noteRefusal, troubleOf, watchTrouble } from './trouble.ts';

test('a refusal for want of room lasts a while; any other says nothing of the database', async () => {
  const { sql } = await testServer();
  expect(troubleOf(sql, 0)).toBeUndefined();
  noteRefusal(sql, { code: '23505' }, 0);
  expect(troubleOf(sql, 1)).toBeUndefined();
  noteRefusal(sql, { code: '53100' }, 0);
  expect(troubleOf(sql, 4_999)).toBe('the disk is full');
  expect(troubleOf(sql, 5_000)).toBeUndefined();
  watchTrouble(sql, () => 'the database is being started again');
  expect(troubleOf(sql, 5_000)).toBe('the database is being started again');
});
