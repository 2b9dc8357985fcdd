// The checksum of a file equals that of other SHA-256 implementations.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { fileSum } from './fileSum.ts';

test.each([0, 1, 1_048_576, 2_500_001])('computes the standard SHA-256 of %i bytes', async (bytes) => {
  const content = Uint8Array.from({ length: bytes }, (_, n) => n % 251);
  expect(await fileSum(new Blob([content]))).toBe(createHash('sha256').update(content).digest('hex'));
});
