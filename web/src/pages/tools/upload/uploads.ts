// What comes in piece by piece: by which call, how large its pieces and the whole may be, and after which refusals nothing of it is left.
import type { Path } from '@heliograph/contract/calls.ts';
import { ERROR_CODES, type ErrorName } from '@heliograph/contract/errors.ts';
import { FIRMWARE_BYTES, FIRMWARE_CHUNK_BYTES } from '@heliograph/contract/firmware.ts';
import { DOCUMENT_CHUNK_BYTES, MAX_CHUNKED_DOCUMENT_BYTES } from '@heliograph/contract/limits.ts';
import { ApiError } from '../../../api/failures.ts';

interface UploadOf {
  part: 'configuration/ota/part' | 'configuration/documentation/part';
  pieceBytes: number;
  mostBytes: number;
  dropped: readonly ErrorName[];
  /** Calls that show what came in. */
  shows: readonly Path[];
}

export const UPLOADS = {
  firmware: {
    part: 'configuration/ota/part',
    pieceBytes: FIRMWARE_CHUNK_BYTES,
    mostBytes: FIRMWARE_BYTES,
    dropped: ['firmwareSignature'],
    shows: ['configuration/ota/list', 'configuration/ota/detail'],
  },
  document: {
    part: 'configuration/documentation/part',
    pieceBytes: DOCUMENT_CHUNK_BYTES,
    mostBytes: MAX_CHUNKED_DOCUMENT_BYTES,
    dropped: ['documentType', 'documentUnreadable', 'otherFile'],
    shows: ['configuration/documentation/list', 'configuration/documentation/detail', 'product/list'],
  },
} as const satisfies Record<string, UploadOf>;
export type UploadKind = keyof typeof UPLOADS;

export const isTooLarge = (kind: UploadKind, file: File): boolean => file.size > UPLOADS[kind].mostBytes;

/** Another try starts again. */
export const isDropped = (kind: UploadKind, error: unknown): boolean =>
  error instanceof ApiError && UPLOADS[kind].dropped.some((word) => ERROR_CODES[word] === error.code);
