// SHA-256 of a file, read in chunks, so that an interrupted upload is resumed with the same file only.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const CHUNK_BYTES = 1_048_576;

/** Returns the hash in hex; reads asynchronously, so that the page stays responsive. */
export async function fileSum(file: Blob): Promise<string> {
  const sum = sha256.create();
  for (let from = 0; from < file.size; from += CHUNK_BYTES)
    sum.update(new Uint8Array(await file.slice(from, from + CHUNK_BYTES).arrayBuffer()));
  return bytesToHex(sum.digest());
}
