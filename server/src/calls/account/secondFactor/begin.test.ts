// account/secondFactor/begin: requires the password and the server's key, and does not replace a confirmed app.
import { expect, test } from 'vitest';
import { PASSWORD, startSignInServer } from '../../../../test/signInServer.ts';

const { ask, call, context, person, withCodes } = await startSignInServer();

test('does not replace a confirmed app, and requires the password', async () => {
  const { token } = await withCodes();
  expect((await call('account/secondFactor/begin', { password: 'wrong' }, { token })).code).toBe(1002);
  expect((await call('account/secondFactor/begin', { password: PASSWORD }, { token })).code).toBe(1494);
  expect((await call('account/secondFactor/confirm', { code: '123456' }, { token })).code).toBe(1494);
});

test('refuses to turn codes on without the server’s key, while recovery codes still sign in', async () => {
  const { token, signIn, next, recoveryCodes } = await withCodes();
  const stranger = await person();
  const { secondFactorKey } = context.config;
  context.config.secondFactorKey = undefined;
  expect((await ask('account/secondFactor', {}, { token })).canHaveCodes).toBe(false);
  const begin = await call('account/secondFactor/begin', { password: PASSWORD }, { token: stranger.token });
  expect(begin.code).toBe(1495);
  expect((await signIn(next())).code).toBe(1495);
  expect((await signIn(recoveryCodes[0])).code).toBe(200);
  context.config.secondFactorKey = secondFactorKey;
});
