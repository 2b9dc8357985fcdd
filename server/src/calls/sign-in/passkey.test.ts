// sign-in/passkey: opens a session without a password, for a fresh signature for this portal by a verified user.
import { expect, test } from 'vitest';
import { PASSWORD, startSignInServer } from '../../../test/signInServer.ts';
import { makeSecondFactor } from '../../../test/signIns.ts';

const { ask, call, challengeFor, clock, question, sql, subjects, withPasskey } = await startSignInServer();

test('creates a passkey after the password, lists it, and signs in with it alone', async () => {
  const { id, email, token, passkey } = await withPasskey();
  const { passkeys } = await ask('account/secondFactor', {}, { token });
  expect(passkeys).toEqual([
    { id: passkey.id, name: 'Telephone', madeIso: clock.now().toISOString(), lastUsedIso: null },
  ]);
  const response = await ask('sign-in/passkey', { passkey: passkey.show(await question()) });
  expect(response.userInfo).toMatchObject({ uid: id, email });
  expect((await ask('account/info', {}, { token: response.tokenInfo.token })).email).toBe(email);
  const [session] = await sql`select second_factor from sessions where user_id = ${id} order by id desc limit 1`;
  expect(session).toEqual({ secondFactor: 'passkey' });
  expect((await ask('account/secondFactor', {}, { token })).passkeys[0]!.lastUsedIso).toBe(clock.now().toISOString());
  expect(await subjects()).toContain('A passkey was added');
});

test('counts as the second step, too', async () => {
  const { id, email, passkey } = await withPasskey();
  await makeSecondFactor(sql, { userId: id, at: clock.now() });
  expect((await call('sign-in', { account: email, password: PASSWORD })).code).toBe(1492);
  expect((await call('sign-in/passkey', { passkey: passkey.show(await question()) })).code).toBe(200);
});

test('accepts a response once, in time, for its own challenge, and with user verification', async () => {
  const { passkey, token } = await withPasskey();
  const show = async (signed: ReturnType<typeof passkey.show>) =>
    (await call('sign-in/passkey', { passkey: signed })).code;
  const signed = passkey.show(await question());
  expect([await show(signed), await show(signed)]).toEqual([200, 1496]);
  const late = passkey.show(await question());
  clock.forward(301);
  expect(await show(late)).toBe(1496);
  expect(await show(passkey.show('A'.repeat(43)))).toBe(1496);
  // A challenge issued for creating a passkey.
  expect(await show(passkey.show(await challengeFor(token)))).toBe(1496);
  expect(await show(passkey.show(await question(), { isVerified: false }))).toBe(1496);
  const forged = passkey.show(await question());
  expect(await show({ ...forged, response: { ...forged.response, signature: signed.response.signature } })).toBe(1496);
  const broken = passkey.show(await question());
  expect(await show({ ...broken, response: { ...broken.response, clientDataJSON: 'bm8' } })).toBe(1496);
});

test('refuses a decreasing counter as a copied passkey', async () => {
  const { passkey } = await withPasskey();
  const show = async (counter: number) =>
    (await call('sign-in/passkey', { passkey: passkey.show(await question(), { counter }) })).code;
  expect([await show(5), await show(5), await show(4), await show(6)]).toEqual([200, 1496, 1496, 200]);
});
