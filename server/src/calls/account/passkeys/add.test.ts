// account/passkeys/add: on the portal's own page, for the user's own account.
import { expect, test } from 'vitest';
import { ORIGIN, PASSWORD, startSignInServer } from '../../../../test/signInServer.ts';
import { makePasskey, softPasskey } from '../../../../test/signIns.ts';

const { ask, call, challengeFor, person, question, sql, withPasskey } = await startSignInServer();

test.each([
  'https://solar.example.com.evil.example',
  'https://evil.example',
  'http://solar.example.com',
  'https://solar.example.com:8443',
])('neither stores nor accepts a passkey made on a page of %s', async (origin) => {
  const { token } = await person();
  const elsewhere = softPasskey(origin);
  const made = elsewhere.make(await challengeFor(token));
  expect((await call('account/passkeys/add', { name: 'Mine', passkey: made }, { token })).code).toBe(1496);
  const { passkey } = await withPasskey();
  const shown = passkey.show(await question());
  const clientData = JSON.parse(Buffer.from(shown.response.clientDataJSON, 'base64url').toString());
  const clientDataJSON = Buffer.from(JSON.stringify({ ...clientData, origin })).toString('base64url');
  const forged = { ...shown, response: { ...shown.response, clientDataJSON } };
  expect((await call('sign-in/passkey', { passkey: forged })).code).toBe(1496);
});

test('refuses a passkey made for another account or with another account’s challenge', async () => {
  const [owner, stranger] = [await withPasskey(), await person()];
  const made = softPasskey(ORIGIN).make(await challengeFor(owner.token));
  const add = { name: 'Mine', passkey: made };
  expect((await call('account/passkeys/add', add, { token: stranger.token })).code).toBe(1496);
  const existing = owner.passkey.make(await challengeFor(stranger.token));
  const refused = await call('account/passkeys/add', { name: 'Mine', passkey: existing }, { token: stranger.token });
  expect(refused.code).toBe(1496);
  expect((await call('account/passkeys/remove', { id: owner.passkey.id }, { token: stranger.token })).code).toBe(1497);
  expect((await ask('account/secondFactor', {}, { token: stranger.token })).passkeys).toEqual([]);
});

test('allows at most twenty passkeys per account', async () => {
  const { id, token } = await person();
  const open = await challengeFor(token);
  for (let n = 0; n < 20; n++) await makePasskey(sql, { userId: id });
  expect((await call('account/passkeys/begin', { password: PASSWORD }, { token })).code).toBe(1498);
  const made = softPasskey(ORIGIN).make(open);
  expect((await call('account/passkeys/add', { name: 'One more', passkey: made }, { token })).code).toBe(1498);
});
