// Tests warnings about settings of an external database with which confirmed writes can be lost.
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { openDatabase } from './open.ts';

test('warns of a database that answers before it has written', async () => {
  const fresh = await freshDatabase();
  const { pathname } = new URL(fresh.url);
  await fresh.sql.unsafe(`alter database ${pathname.slice(1)} set synchronous_commit = off`);
  const database = await openDatabase({ databaseUrl: fresh.url, dataDir: '' });
  expect(database.warnings).toEqual([expect.stringContaining('answers before it has written (')]);
  await database.close();
  await fresh.drop();
});
