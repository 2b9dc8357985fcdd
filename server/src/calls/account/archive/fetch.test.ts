// account/archive/fetch: streams the chunks of the user’s own archive in order, and none of another’s.
import { expect, test } from 'vitest';
import { makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { app, call, sql, signedIn } = await testServer();

test('streams the whole archive to its owner only', async () => {
  const { id } = await makeUser(sql);
  await sql`
    insert into account_archives (user_id, asked_at, state, pieces, bytes, ends_at)
    values (${id}, '2026-06-15T09:00:00Z', 'ready', 2, 8, '2099-01-01')`;
  for (const [piece, text] of ['abcd', 'efgh'].entries())
    await sql`insert into account_archive_pieces (user_id, piece, bytes) values (${id}, ${piece}, ${Buffer.from(text)})`;
  const answer = await app.inject({
    method: 'POST',
    url: '/v2/account/archive/fetch',
    payload: {},
    headers: { authorization: await signedIn(id) },
  });
  expect([answer.body, answer.headers['content-type']]).toEqual(['abcdefgh', 'application/zip']);
  expect(answer.headers['content-disposition']).toContain('archive-2026-06-15.zip');
  const other = await makeUser(sql, { role: 'administrator' });
  expect((await call('account/archive/fetch', {}, { token: await signedIn(other.id) })).code).toBe(1431);
});
