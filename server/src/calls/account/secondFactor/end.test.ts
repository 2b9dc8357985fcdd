// account/secondFactor/end: requires the password and a code.
import { expect, test } from 'vitest';
import { PASSWORD, startSignInServer } from '../../../../test/signInServer.ts';

const { ask, call, subjects, withCodes } = await startSignInServer();

test('turns codes off with the password and a code, not with only one of them', async () => {
  const { email, token, signIn, next, recoveryCodes } = await withCodes();
  const end = async (password: string, code: string) =>
    (await call('account/secondFactor/end', { password, code }, { token })).code;
  expect(await end('wrong', next())).toBe(1002);
  expect(await end(PASSWORD, '000000')).toBe(1493);
  expect((await signIn()).code).toBe(1492);
  expect(await end(PASSWORD, recoveryCodes[3]!)).toBe(200);
  expect((await signIn()).code).toBe(200);
  expect((await ask('account/secondFactor', {}, { token })).recoveryCodesLeft).toBe(0);
  expect(await subjects()).toEqual(expect.arrayContaining(['Two-step sign-in is off']));
  // It can be turned on again, with another secret.
  const restarted = await call('account/secondFactor/begin', { password: PASSWORD }, { token });
  expect([restarted.code, email]).toEqual([200, email]);
});
