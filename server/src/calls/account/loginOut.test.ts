// account/loginOut: ends its own session and no other.
import { expect, test } from 'vitest';
import { makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();

test('ends the current session immediately, and leaves other sessions', async () => {
  const { id } = await makeUser(sql);
  const [current, otherToken] = [await signedIn(id), await signedIn(id)];
  expect(await ask('account/loginOut', {}, { token: current })).toEqual({});
  await expect.poll(async () => (await call('account/info', {}, { token: current })).status).toBe(401);
  expect((await call('account/info', {}, { token: otherToken })).code).toBe(200);
  expect((await call('account/loginOut', {}, { token: current })).status).toBe(401);
});
