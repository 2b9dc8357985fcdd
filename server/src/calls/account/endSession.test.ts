// account/endSession: one of one's own sessions, or all others, by the password or a fresh sign-in at a provider; never another account's.
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

test('account/endSession ends one session at once', async () => {
  const id = await person();
  const [here, there] = [await signedIn(id), await signedIn(id)];
  const ended = await idOf(there);
  expect(await ask('account/endSession', { id: ended, password }, { token: here })).toEqual({ ended: 1 });
  await expect.poll(async () => (await call('account/info', {}, { token: there })).status).toBe(401);
  expect((await call('account/endSession', { id: ended, password }, { token: here })).code).toBe(1004);
});

test('without an id all others end, this one stays', async () => {
  const id = await person();
  const here = await signedIn(id);
  for (let n = 0; n < 3; n++) await signedIn(id);
  expect(await ask('account/endSession', { password }, { token: here })).toEqual({ ended: 3 });
  expect((await ask('account/sessions', {}, { token: here })).list).toHaveLength(1);
});

test("another account's session is none of ours", async () => {
  const [mine, theirs] = [await signedIn(await person()), await signedIn(await person())];
  const id = await idOf(theirs);
  expect((await call('account/endSession', { id, password }, { token: mine })).code).toBe(1004);
  expect((await call('account/info', {}, { token: theirs })).code).toBe(200);
});

test('without the password, or with another one, nothing ends; tries are counted', async () => {
  const id = await person();
  const [here, there] = [await signedIn(id), await signedIn(id)];
  const other = await idOf(there);
  expect((await ask('account/sessions', {}, { token: here })).byCompany).toBe(false);
  for (const body of [{}, { id: other }]) {
    expect((await call('account/endSession', body, { token: here })).code).toBe(1549);
    expect((await call('account/endSession', { ...body, password: 'a guess' }, { token: here })).code).toBe(1002);
  }
  expect((await call('account/info', {}, { token: there })).code).toBe(200);
  const guesses = [];
  for (let n = 0; n < 10; n++)
    guesses.push((await call('account/endSession', { password: 'a guess' }, { token: here })).code);
  expect(guesses.at(-1)).toBe(1000);
});

test('who came by a company’s provider needs no password for a quarter of an hour', async () => {
  const { id, companyId } = await makeUser(sql);
  const [here, there] = [await signedIn(id), await signedIn(id)];
  await sql`update sessions set signed_in_by = ${companyId} where user_id = ${id}`;
  expect((await ask('account/sessions', {}, { token: here })).byCompany).toBe(true);
  const other = await idOf(there);
  expect(await ask('account/endSession', { id: other }, { token: here })).toEqual({ ended: 1 });
  clock.forward(15 * 60);
  expect((await call('account/endSession', {}, { token: here })).code).toBe(1549);
  const again = await signedIn(id);
  await sql`update sessions set signed_in_by = ${companyId} where user_id = ${id}`;
  expect(await ask('account/endSession', {}, { token: again })).toEqual({ ended: 1 });
});
