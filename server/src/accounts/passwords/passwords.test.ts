// How passwords are hashed: the parameters of today's advice, whatever a newer library takes for its own.
import { expect, test } from 'vitest';
import { hashPassword, passwordIsRight } from './passwords.ts';

test('argon2id with 19 MiB, two passes, and a salt of its own each time', async () => {
  const [one, other] = await Promise.all([hashPassword('a long sentence'), hashPassword('a long sentence')]);
  const [, kind, version, costs, salt] = one.split('$');
  expect([kind, version, costs]).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1']);
  expect(Buffer.from(salt!, 'base64').length).toBeGreaterThanOrEqual(16);
  expect(other).not.toBe(one);
  expect(await passwordIsRight(one, 'a long sentence')).toBe(true);
});

test('nothing of a password is cut off, changed or left out', async () => {
  const long = 'x'.repeat(199);
  const stored = await hashPassword(`${long}y`);
  for (const near of [`${long}z`, long, `${long}Y`, `${long}y `, `${long}y\0`]) {
    expect(await passwordIsRight(stored, near)).toBe(false);
  }
  expect(await passwordIsRight(stored, `${long}y`)).toBe(true);
});
