// A database by URL: what its operator is told of settings with which an answer is no promise.
import { expect, test } from 'vitest';
import { freshDatabase } from '../../test/database.ts';
import { openDatabase } from './open.ts';

test('one that does not write before it answers is told of', async () => {
  const fresh = await freshDatabase();
  // The tests' own PostgreSQL is such a one.
  const database = await openDatabase({ databaseUrl: fresh.url, dataDir: '' });
  expect(database.warning).toContain('answers before it has written (fsync is off)');
  await database.close();
  await fresh.drop();
});
