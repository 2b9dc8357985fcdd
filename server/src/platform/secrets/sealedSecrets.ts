// Encrypts secrets that the server must be able to read again, with a key of the environment (AES-256-GCM); each is valid only for its owner.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { ApiError } from '@heliograph/contract/errors.ts';
import type { Config } from '../../config.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a secret. `owner`: text that identifies its owner, so that no row is valid for another one. */
export function encryptSecret(key: Buffer, owner: string, secret: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts a secret; undefined: it was encrypted with another key, for another owner, or was changed. */
export function openSecret(key: Buffer, owner: string, sealed: Buffer): Buffer | undefined {
  // Node also accepts tags of four bytes, which can be guessed.
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** Returns the key. Refuses with noSecondFactorKey. */
export function keyOfSecrets({ secondFactorKey }: Pick<Config, 'secondFactorKey'>): Buffer {
  if (!secondFactorKey) throw new ApiError('noSecondFactorKey');
  return secondFactorKey;
}
