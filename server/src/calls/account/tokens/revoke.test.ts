// account/tokens/revoke: immediately, on every server, by the owner only.
import { expect, test } from 'vitest';
import { startSignInServer } from '../../../../test/signInServer.ts';

const { ask, beside, call, makeToken, person } = await startSignInServer();

test('revokes a token immediately on every server, for its owner only', async () => {
  const [owner, stranger] = [await person(), await person()];
  const { id, token } = (await makeToken(owner.token)).data;
  const other = await beside();
  for (const ask of [call, other.call]) expect((await ask('account/info', {}, { token })).code).toBe(200);
  const revoke = (session: string) => call('account/tokens/revoke', { id }, { token: session });
  expect((await revoke(stranger.token)).code).toBe(1004);
  expect((await ask('account/tokens', {}, { token: stranger.token })).list).toEqual([]);
  expect((await revoke(owner.token)).code).toBe(200);
  expect((await revoke(owner.token)).code).toBe(1004);
  // As soon as the processes are notified, this one included.
  await expect.poll(async () => (await call('account/info', {}, { token })).status).toBe(401);
  await expect.poll(async () => (await other.call('account/info', {}, { token })).status).toBe(401);
});
