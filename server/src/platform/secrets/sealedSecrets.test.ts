// Tests encrypted secrets: they open only unchanged, for their owner and with their key.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { encryptSecret, openSecret } from './sealedSecrets.ts';

const key = randomBytes(32);
const secret = randomBytes(20);
const sealed = encryptSecret(key, 'user 1', secret);

test('decrypts a secret, does not store it in the clear, and encrypts it differently each time', () => {
  expect(openSecret(key, 'user 1', sealed)).toEqual(secret);
  expect(sealed.includes(secret)).toBe(false);
  const second = encryptSecret(key, 'user 1', secret);
  expect(second.subarray(0, 12)).not.toEqual(sealed.subarray(0, 12));
  expect(second.includes(sealed.subarray(12, -16))).toBe(false);
});

test('opens nothing after any bit was changed', () => {
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    expect(openSecret(key, 'user 1', changed), String(at)).toBeUndefined();
  }
});

test('opens nothing that was truncated or extended', () => {
  for (let length = 0; length < sealed.length; length++)
    expect(openSecret(key, 'user 1', sealed.subarray(0, length)), String(length)).toBeUndefined();
  expect(openSecret(key, 'user 1', Buffer.concat([sealed, Buffer.alloc(1)]))).toBeUndefined();
});

test('opens nothing for another account or with another key', () => {
  expect(openSecret(key, 'user 2', sealed)).toBeUndefined();
  expect(openSecret(key, '', sealed)).toBeUndefined();
  expect(openSecret(randomBytes(32), 'user 1', sealed)).toBeUndefined();
});
