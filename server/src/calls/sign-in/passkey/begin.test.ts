// sign-in/passkey/begin: the same for everybody, limited by network, and what is not used is removed.
import { expect, test } from 'vitest';
import { startSignInServer } from '../../../../test/signInServer.ts';
import { expireData } from '../../../jobs/expireData.ts';

const { ask, call, clock, context, sql } = await startSignInServer();

test('each answer asks something else, and tells of no account', async () => {
  const [one, other] = [await ask('sign-in/passkey/begin'), await ask('sign-in/passkey/begin')];
  expect(one.options.challenge).not.toBe(other.options.challenge);
  expect({ ...one.options, challenge: '' }).toEqual({ ...other.options, challenge: '' });
});

test('one network asks two hundred times in a quarter of an hour, and nothing of it stays', async () => {
  const codes = [];
  for (let n = 0; n < 203; n++) codes.push((await call('sign-in/passkey/begin', {}, { address: '203.0.113.5' })).code);
  expect(codes.indexOf(1000)).toBe(200);
  expect((await call('sign-in/passkey/begin', {}, { address: '203.0.113.6' })).code).toBe(200);
  clock.forward(301);
  expect((await expireData(context)).challenges).toBeGreaterThanOrEqual(201);
  expect(await sql`select from passkey_challenges`).toHaveLength(0);
});
