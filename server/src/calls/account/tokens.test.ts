// account/tokens: the user's own valid tokens, newest first.
import { expect, test } from 'vitest';
import { startSignInServer } from '../../../test/signInServer.ts';
import { makeApiToken } from '../../../test/signIns.ts';

const { ask, clock, person, sql } = await startSignInServer();

test('lists the user’s own valid tokens, newest first, and none of others', async () => {
  const [owner, stranger] = [await person(), await person()];
  const first = await makeApiToken(sql, { userId: owner.id, at: clock.now(), days: 1 });
  clock.forward(60);
  const second = await makeApiToken(sql, { userId: owner.id, at: clock.now(), scope: 'control' });
  const listed = async () => (await ask('account/tokens', {}, { token: owner.token })).list.map(({ id }) => id);
  expect(await listed()).toEqual([second.id, first.id]);
  expect((await ask('account/tokens', {}, { token: stranger.token })).list).toEqual([]);
  await sql`update sessions set expires_at = ${clock.now()} where id = ${first.id}`;
  expect(await listed()).toEqual([second.id]);
});
