// A database by URL: what its operator is told of settings with which an answer is no promise.
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { openDatabase } from './open.ts';

test('one that does not write before it answers is told of', async () => {
  const fresh = await freshDatabase();
  const { pathname } = new URL(fresh.url);
  await fresh.sql.unsafe(`alter database ${pathname.slice(1)} set synchronous_commit = off`);
  const database = await openDatabase({ databaseUrl: fresh.url, dataDir: '' });
  expect(database.warnings).toEqual([expect.stringContaining('answers before it has written (')]);
  await database.close();
  await fresh.drop();
});
