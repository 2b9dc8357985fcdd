// sign-in/passkey: opens a session without a password, with what was signed for this portal, once, now, by a person.
import { expect, test } from 'vitest';
import { PASSWORD, startSignInServer } from '../../../test/signInServer.ts';
import { makeSecondFactor } from '../../../test/signIns.ts';

const { ask, call, challengeFor, clock, question, sql, subjects, withPasskey } = await startSignInServer();

test('a passkey is made after the password, is listed, and opens a session without one', async () => {
  const { id, email, token, passkey } = await withPasskey();
  const { passkeys } = await ask('account/secondFactor', {}, { token });
  expect(passkeys).toEqual([
    { id: passkey.id, name: 'Telephone', madeIso: clock.now().toISOString(), lastUsedIso: null },
  ]);
  const answer = await ask('sign-in/passkey', { passkey: passkey.show(await question()) });
  expect(answer.userInfo).toMatchObject({ uid: id, email });
  expect((await ask('account/info', {}, { token: answer.tokenInfo.token })).email).toBe(email);
  const [session] = await sql`select second_factor from sessions where user_id = ${id} order by id desc limit 1`;
  expect(session).toEqual({ secondFactor: 'passkey' });
  expect((await ask('account/secondFactor', {}, { token })).passkeys[0]!.lastUsedIso).toBe(clock.now().toISOString());
  expect(await subjects()).toContain('A passkey was added');
});

test('it stands for the second step, too', async () => {
  const { id, email, passkey } = await withPasskey();
  await makeSecondFactor(sql, { userId: id, at: clock.now() });
  expect((await call('sign-in', { account: email, password: PASSWORD })).code).toBe(1492);
  expect((await call('sign-in/passkey', { passkey: passkey.show(await question()) })).code).toBe(200);
});

test('an answer is good once, in its time, to its own question, and by a person', async () => {
  const { passkey, token } = await withPasskey();
  const show = async (shown: ReturnType<typeof passkey.show>) =>
    (await call('sign-in/passkey', { passkey: shown })).code;
  const shown = passkey.show(await question());
  expect([await show(shown), await show(shown)]).toEqual([200, 1496]);
  const late = passkey.show(await question());
  clock.forward(301);
  expect(await show(late)).toBe(1496);
  expect(await show(passkey.show('A'.repeat(43)))).toBe(1496);
  // Asked of somebody who wants to make one.
  expect(await show(passkey.show(await challengeFor(token)))).toBe(1496);
  expect(await show(passkey.show(await question(), { isVerified: false }))).toBe(1496);
  const forged = passkey.show(await question());
  expect(await show({ ...forged, response: { ...forged.response, signature: shown.response.signature } })).toBe(1496);
  const broken = passkey.show(await question());
  expect(await show({ ...broken, response: { ...broken.response, clientDataJSON: 'bm8' } })).toBe(1496);
});

test('a counter that goes back is a copy of a passkey', async () => {
  const { passkey } = await withPasskey();
  const show = async (counter: number) =>
    (await call('sign-in/passkey', { passkey: passkey.show(await question(), { counter }) })).code;
  expect([await show(5), await show(5), await show(4), await show(6)]).toEqual([200, 1496, 1496, 200]);
});
