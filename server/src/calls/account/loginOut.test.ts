// account/loginOut: ends its own session and no other.
import { expect, test } from 'vitest';
import { makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();

test('account/loginOut ends this session at once; the other one stays', async () => {
  const { id } = await makeUser(sql);
  const [here, there] = [await signedIn(id), await signedIn(id)];
  expect(await ask('account/loginOut', {}, { token: here })).toEqual({});
  await expect.poll(async () => (await call('account/info', {}, { token: here })).status).toBe(401);
  expect((await call('account/info', {}, { token: there })).code).toBe(200);
  expect((await call('account/loginOut', {}, { token: here })).status).toBe(401);
});
