// Sealed secrets: good as they were sealed, for whom they were sealed, by the key that sealed them, and for nothing else.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { encryptSecret, openSecret } from './sealedSecrets.ts';

const key = randomBytes(32);
const secret = randomBytes(20);
const sealed = encryptSecret(key, 'user 1', secret);

test('a secret comes back, and stands nowhere in what is kept; sealed again it is other bytes', () => {
  expect(openSecret(key, 'user 1', sealed)).toEqual(secret);
  expect(sealed.includes(secret)).toBe(false);
  const again = encryptSecret(key, 'user 1', secret);
  expect(again.subarray(0, 12)).not.toEqual(sealed.subarray(0, 12));
  expect(again.includes(sealed.subarray(12, -16))).toBe(false);
});

test('a bit that was changed anywhere opens nothing', () => {
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    expect(openSecret(key, 'user 1', changed), String(at)).toBeUndefined();
  }
});

test('cut off or made longer it opens nothing', () => {
  for (let length = 0; length < sealed.length; length++)
    expect(openSecret(key, 'user 1', sealed.subarray(0, length)), String(length)).toBeUndefined();
  expect(openSecret(key, 'user 1', Buffer.concat([sealed, Buffer.alloc(1)]))).toBeUndefined();
});

test('of another account, and by another key, it opens nothing', () => {
  expect(openSecret(key, 'user 2', sealed)).toBeUndefined();
  expect(openSecret(key, '', sealed)).toBeUndefined();
  expect(openSecret(randomBytes(32), 'user 1', sealed)).toBeUndefined();
});
