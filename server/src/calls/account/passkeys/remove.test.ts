// account/passkeys/remove: a removed passkey no longer signs in.
import { expect, test } from 'vitest';
import { startSignInServer } from '../../../../test/signInServer.ts';

const { ask, call, question, sql, withPasskey } = await startSignInServer();

test('refuses sign-in with a removed passkey, and with one of a frozen account', async () => {
  const { token, passkey } = await withPasskey();
  await ask('account/passkeys/remove', { id: passkey.id }, { token });
  expect((await call('account/passkeys/remove', { id: passkey.id }, { token })).code).toBe(1497);
  expect((await call('sign-in/passkey', { passkey: passkey.show(await question()) })).code).toBe(1496);
  const frozen = await withPasskey();
  await sql`update users set frozen_at = now() where id = ${frozen.id}`;
  expect((await call('sign-in/passkey', { passkey: frozen.passkey.show(await question()) })).code).toBe(1001);
});
