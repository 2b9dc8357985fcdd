// account/archive: returned to the account only; jobs/makeArchives.test.ts covers how it is built and expires.
import { expect, test } from 'vitest';
import { makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, sql, signedIn } = await testServer();

test('returns the progress of the user’s own archive, and no archive of others', async () => {
  const [mine, other] = [await makeUser(sql), await makeUser(sql, { role: 'administrator' })];
  await sql`
    insert into account_archives (user_id, asked_at, plants, done_plants) values (${mine.id}, now(), 3, 1)`;
  expect(await ask('account/archive', {}, { token: await signedIn(mine.id) })).toEqual({
    archive: { state: 'waiting', plants: 3, donePlants: 1, bytes: 0, failure: null, untilIso: null },
  });
  expect(await ask('account/archive', {}, { token: await signedIn(other.id) })).toEqual({ archive: null });
});
