// account/passkeys/begin: options bound to the portal, after the password.
import { expect, test } from 'vitest';
import { PASSWORD, startSignInServer } from '../../../../test/signInServer.ts';

const { ask, call, withPasskey } = await startSignInServer();

test('returns options bound to the portal that exclude existing passkeys', async () => {
  const { email, token, passkey } = await withPasskey();
  const { options } = await ask('account/passkeys/begin', { password: PASSWORD }, { token });
  expect(options).toMatchObject({
    rp: { id: 'solar.example.com', name: 'Heliograph' },
    user: { name: email },
    attestation: 'none',
    excludeCredentials: [{ id: passkey.id }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  expect((await ask('sign-in/passkey/begin')).options).toEqual({
    challenge: expect.any(String),
    rpId: 'solar.example.com',
    timeout: 300_000,
    userVerification: 'required',
  });
  expect((await call('account/passkeys/begin', { password: 'wrong' }, { token })).code).toBe(1002);
});
