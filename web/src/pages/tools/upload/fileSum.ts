// SHA-256 of a file, read piece by piece: so that an upload which broke off goes on with the same file, and with no other.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const AT_ONCE = 1_048_576;

/** Hex. The page stays awake meanwhile. */
export async function fileSum(file: Blob): Promise<string> {
  const sum = sha256.create();
  for (let from = 0; from < file.size; from += AT_ONCE)
    sum.update(new Uint8Array(await file.slice(from, from + AT_ONCE).arrayBuffer()));
  return bytesToHex(sum.digest());
}
