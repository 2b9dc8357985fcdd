// Tests password hashing: the currently recommended parameters, whatever defaults a newer library has.
import { expect, test } from 'vitest';
import { hashPassword, passwordFault, verifyPassword } from './passwords.ts';

test('hashes with argon2id, 19 MiB, two passes and a new salt each time', async () => {
  const [first, second] = await Promise.all([hashPassword('a long sentence'), hashPassword('a long sentence')]);
  const [, kind, version, costs, salt] = first.split('$');
  expect([kind, version, costs]).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1']);
  expect(Buffer.from(salt!, 'base64').length).toBeGreaterThanOrEqual(16);
  expect(second).not.toBe(first);
  expect(await verifyPassword(first, 'a long sentence')).toBe(true);
});

test('hashes every character of a password, without truncation or normalization', async () => {
  const long = 'x'.repeat(199);
  const stored = await hashPassword(`${long}y`);
  for (const near of [`${long}z`, long, `${long}Y`, `${long}y `, `${long}y\0`]) {
    expect(await verifyPassword(stored, near)).toBe(false);
  }
  expect(await verifyPassword(stored, `${long}y`)).toBe(true);
});

test.each(['Heliograph1', 'heliograph', '2026Heliograph!', '!!HELIOGRAPH!!', 'NorthLight7', 'north light'])(
  '%s is a name of the portal',
  (password) => {
    expect(passwordFault(password, { email: 'ann@example.com', names: ['Heliograph', 'North light'] })).toBe(
      'passwordIsProduct',
    );
  },
);

test('a password that only contains a name of the portal is fine', () => {
  expect(
    passwordFault('heliograph of my grandfather', { email: 'ann@example.com', names: ['Heliograph', 'North light'] }),
  ).toBeUndefined();
});
