// sign-in/passkey/begin: the same for everybody, limited by network, and unused challenges are removed.
import { expect, test } from 'vitest';
import { startSignInServer } from '../../../../test/signInServer.ts';
import { expireData } from '../../../jobs/expireData.ts';

const { ask, call, clock, context, sql } = await startSignInServer();

test('returns a different challenge each time, and reveals no account', async () => {
  const [one, other] = [await ask('sign-in/passkey/begin'), await ask('sign-in/passkey/begin')];
  expect(one.options.challenge).not.toBe(other.options.challenge);
  expect({ ...one.options, challenge: '' }).toEqual({ ...other.options, challenge: '' });
});

test('limits a network to two hundred challenges in fifteen minutes, and removes them', async () => {
  const codes = [];
  for (let n = 0; n < 203; n++) codes.push((await call('sign-in/passkey/begin', {}, { address: '203.0.113.5' })).code);
  expect(codes.indexOf(1000)).toBe(200);
  expect((await call('sign-in/passkey/begin', {}, { address: '203.0.113.6' })).code).toBe(200);
  clock.forward(301);
  expect((await expireData(context)).challenges).toBeGreaterThanOrEqual(201);
  expect(await sql`select from passkey_challenges`).toHaveLength(0);
});
