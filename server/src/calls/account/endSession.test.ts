// account/endSession: one of one's own sessions, or all others; never another account's.
import { expect, test } from 'vitest';
import { makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const idOf = async (token: string) =>
  (await ask('account/sessions', {}, { token })).list.find(({ current }) => current)!.id;

test('account/endSession ends one session at once', async () => {
  const { id } = await makeUser(sql);
  const [here, there] = [await signedIn(id), await signedIn(id)];
  const ended = await idOf(there);
  expect(await ask('account/endSession', { id: ended }, { token: here })).toEqual({ ended: 1 });
  await expect.poll(async () => (await call('account/info', {}, { token: there })).status).toBe(401);
  expect((await call('account/endSession', { id: ended }, { token: here })).code).toBe(1004);
});

test('without an id all others end, this one stays', async () => {
  const { id } = await makeUser(sql);
  const here = await signedIn(id);
  for (let n = 0; n < 3; n++) await signedIn(id);
  expect(await ask('account/endSession', {}, { token: here })).toEqual({ ended: 3 });
  expect((await ask('account/sessions', {}, { token: here })).list).toHaveLength(1);
});

test("another account's session is none of ours", async () => {
  const [mine, theirs] = [await signedIn((await makeUser(sql)).id), await signedIn((await makeUser(sql)).id)];
  const id = await idOf(theirs);
  expect((await call('account/endSession', { id }, { token: mine })).code).toBe(1004);
  expect((await call('account/info', {}, { token: theirs })).code).toBe(200);
});
