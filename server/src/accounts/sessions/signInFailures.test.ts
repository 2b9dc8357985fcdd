// Guesses at one account from many networks: after 50 failures in a day the password alone opens no session.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { expect, test } from 'vitest';
import { HOME, PASSWORD, startSignInServer } from '../../../test/signInServer.ts';

const { ask, call, clock, person, reset, sql, withCodes, withPasskey, question } = await startSignInServer();

/** Guesses from `count` networks, each of them once. */
async function guess(account: string, count = 50, first = 0): Promise<number[]> {
  const codes: number[] = [];
  for (let n = first; n < first + count; n++)
    codes.push((await call('sign-in', { account, password: `guess ${n}` }, { address: `203.0.${n}.1` })).code);
  return codes;
}
const signIn = (account: string, password: string, given: { code?: string; address?: string } = {}) =>
  call(
    'sign-in',
    { account, password, ...(given.code ? { code: given.code } : {}) },
    { address: given.address ?? '198.18.0.9' },
  );

test('refuses the password of an account after fifty failures, as for an address without an account', async () => {
  const { email } = await person();
  const answers = [];
  for (const account of [email, 'nobody@example.com']) {
    expect(await guess(account)).toEqual(Array(50).fill(ERROR_CODES.wrongCredentials));
    answers.push(await signIn(account, PASSWORD), await signIn(account, 'wrong'));
    answers.push(await signIn(account, PASSWORD, { code: '123456' }));
  }
  expect(answers[0]).toMatchObject({ status: 200, code: ERROR_CODES.proofNeeded });
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  clock.forward(86_401);
  expect((await signIn(email, PASSWORD)).code).toBe(200);
});

test('opens the account by a mailed link, and by its password from then on', async () => {
  const { email } = await person();
  await guess(email);
  expect((await signIn(email, PASSWORD)).code).toBe(ERROR_CODES.proofNeeded);
  await reset(email, 'a sentence about rain');
  expect((await signIn(email, 'a sentence about rain')).code).toBe(200);
});

test('opens the account by password and code, and does not say which of both was wrong', async () => {
  const { email, next } = await withCodes();
  await guess(email);
  for (const [password, code] of [
    [PASSWORD, undefined],
    [PASSWORD, '000000'],
    ['wrong', next()],
  ] as const)
    expect((await signIn(email, password, code === undefined ? {} : { code })).code).toBe(ERROR_CODES.proofNeeded);
  expect((await signIn(email, PASSWORD, { code: next() })).code).toBe(200);
});

test('opens the account by a passkey', async () => {
  const { email, passkey } = await withPasskey();
  await guess(email);
  const shown = passkey.show(await question());
  expect((await call('sign-in/passkey', { passkey: shown })).code).toBe(200);
});

test('leaves the networks of its owner alone, and counts failures there by themselves', async () => {
  const { email } = await person();
  expect((await signIn(email, PASSWORD, { address: HOME })).code).toBe(200);
  await guess(email);
  expect((await signIn(email, PASSWORD, { address: HOME })).code).toBe(200);
  for (let n = 0; n < 50; n++) {
    if (n % 10 === 0) clock.forward(901);
    expect((await signIn(email, 'wrong', { address: HOME })).code).toBe(ERROR_CODES.wrongCredentials);
  }
  clock.forward(901);
  expect((await signIn(email, PASSWORD, { address: HOME })).code).toBe(ERROR_CODES.proofNeeded);
});

test('does not count sign-ins that succeed', async () => {
  const { email } = await person();
  for (let n = 0; n < 60; n++) {
    await sql`delete from sign_in_networks`;
    expect((await signIn(email, PASSWORD, { address: `203.0.${n}.1` })).code).toBe(200);
  }
  expect(await guess(email, 50, 100)).toEqual(Array(50).fill(ERROR_CODES.wrongCredentials));
  expect((await signIn(email, PASSWORD, { address: '198.18.0.8' })).code).toBe(ERROR_CODES.proofNeeded);
});

test('accepts an API token in place of the password', async () => {
  const { email, token } = await person();
  const made = await ask('account/tokens/make', { password: PASSWORD, name: 'P', scope: 'read', days: 1 }, { token });
  await guess(email);
  expect((await signIn(email, made.token)).code).toBe(200);
});
