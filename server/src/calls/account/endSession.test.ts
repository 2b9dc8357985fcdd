// account/endSession: ends one of the account's own sessions or all others, after the password or a fresh sign-in at a provider; never a session of another account.
import { expect, test } from 'vitest';
import { makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';
import { hashPassword } from '../../accounts/passwords/passwords.ts';

const { ask, call, clock, sql, signedIn } = await testServer();
const password = 'the password of a test';
const passwordHash = await hashPassword(password);
const person = async () => (await makeUser(sql, { passwordHash })).id;
const idOf = async (token: string) =>
  (await ask('account/sessions', {}, { token })).list.find(({ current }) => current)!.id;

test('ends one session immediately', async () => {
  const id = await person();
  const [current, otherToken] = [await signedIn(id), await signedIn(id)];
  const ended = await idOf(otherToken);
  expect(await ask('account/endSession', { id: ended, password }, { token: current })).toEqual({
    ended: 1,
    revokedTokens: 0,
  });
  await expect.poll(async () => (await call('account/info', {}, { token: otherToken })).status).toBe(401);
  expect((await call('account/endSession', { id: ended, password }, { token: current })).code).toBe(1004);
});

test('ends all other sessions when no ID is given', async () => {
  const id = await person();
  const current = await signedIn(id);
  for (let n = 0; n < 3; n++) await signedIn(id);
  expect(await ask('account/endSession', { password }, { token: current })).toEqual({ ended: 3, revokedTokens: 0 });
  expect((await ask('account/sessions', {}, { token: current })).list).toHaveLength(1);
});

test('does not end a session of another account', async () => {
  const [mine, theirs] = [await signedIn(await person()), await signedIn(await person())];
  const id = await idOf(theirs);
  expect((await call('account/endSession', { id, password }, { token: mine })).code).toBe(1004);
  expect((await call('account/info', {}, { token: theirs })).code).toBe(200);
});

test('ends nothing without the correct password, and limits attempts', async () => {
  const id = await person();
  const [current, otherToken] = [await signedIn(id), await signedIn(id)];
  const other = await idOf(otherToken);
  expect((await ask('account/sessions', {}, { token: current })).byCompany).toBe(false);
  for (const body of [{}, { id: other }]) {
    expect((await call('account/endSession', body, { token: current })).code).toBe(1549);
    expect((await call('account/endSession', { ...body, password: 'a guess' }, { token: current })).code).toBe(1002);
  }
  expect((await call('account/info', {}, { token: otherToken })).code).toBe(200);
  const guesses = [];
  for (let n = 0; n < 10; n++)
    guesses.push((await call('account/endSession', { password: 'a guess' }, { token: current })).code);
  expect(guesses.at(-1)).toBe(1000);
});

test('needs no password within fifteen minutes of signing in at the company’s provider', async () => {
  const { id, companyId } = await makeUser(sql);
  const [current, otherToken] = [await signedIn(id), await signedIn(id)];
  await sql`update sessions set signed_in_by = ${companyId} where user_id = ${id}`;
  expect((await ask('account/sessions', {}, { token: current })).byCompany).toBe(true);
  const other = await idOf(otherToken);
  expect(await ask('account/endSession', { id: other }, { token: current })).toEqual({ ended: 1, revokedTokens: 0 });
  clock.forward(15 * 60);
  expect((await call('account/endSession', {}, { token: current })).code).toBe(1549);
  const fresh = await signedIn(id);
  await sql`update sessions set signed_in_by = ${companyId} where user_id = ${id}`;
  expect(await ask('account/endSession', {}, { token: fresh })).toEqual({ ended: 1, revokedTokens: 0 });
});
