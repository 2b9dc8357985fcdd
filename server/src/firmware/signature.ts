// Checks whether a file is signed by a manufacturer whose public key the operator has configured.
import { createPublicKey, type KeyObject, verify } from 'node:crypto';

const keyOf = (raw: Buffer): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' });

/** Runs off the main thread, as a large file takes a tenth of a second. */
const isSignedBy = (key: KeyObject, file: Uint8Array, signature: Uint8Array): Promise<boolean> =>
  new Promise((resolve) => {
    verify(null, file, key, signature, (error, isValid) => resolve(error === null && isValid));
  });

export async function isSigned(keys: readonly Buffer[], file: Uint8Array, signature: Uint8Array): Promise<boolean> {
  for (const raw of keys) if (await isSignedBy(keyOf(raw), file, signature)) return true;
  return false;
}
