// Chunked uploads: call, chunk size and maximum size of each kind, and the errors after which the server discards the file.
import type { Path } from '@heliograph/contract/calls.ts';
import { ERROR_CODES, type ErrorName } from '@heliograph/contract/errors.ts';
import { FIRMWARE_BYTES, FIRMWARE_CHUNK_BYTES } from '@heliograph/contract/firmware.ts';
import { DOCUMENT_CHUNK_BYTES, MAX_CHUNKED_DOCUMENT_BYTES } from '@heliograph/contract/limits.ts';
import { ApiError } from '../../../api/failures.ts';

interface UploadConfig {
  part: 'configuration/ota/part' | 'configuration/documentation/part';
  chunkBytes: number;
  maxBytes: number;
  discarding: readonly ErrorName[];
  /** Calls that an upload invalidates. */
  invalidates: readonly Path[];
}

export const UPLOADS = {
  firmware: {
    part: 'configuration/ota/part',
    chunkBytes: FIRMWARE_CHUNK_BYTES,
    maxBytes: FIRMWARE_BYTES,
    discarding: ['firmwareSignature'],
    invalidates: ['configuration/ota/list', 'configuration/ota/detail'],
  },
  document: {
    part: 'configuration/documentation/part',
    chunkBytes: DOCUMENT_CHUNK_BYTES,
    maxBytes: MAX_CHUNKED_DOCUMENT_BYTES,
    discarding: ['documentType', 'documentUnreadable', 'otherFile'],
    invalidates: ['configuration/documentation/list', 'configuration/documentation/detail', 'product/list'],
  },
} as const satisfies Record<string, UploadConfig>;
export type UploadKind = keyof typeof UPLOADS;

export const isTooLarge = (kind: UploadKind, file: File): boolean => file.size > UPLOADS[kind].maxBytes;

/** Returns whether the server discarded the file, so that a retry starts from the beginning. */
export const isDiscarded = (kind: UploadKind, error: unknown): boolean =>
  error instanceof ApiError && UPLOADS[kind].discarding.some((word) => ERROR_CODES[word] === error.code);
