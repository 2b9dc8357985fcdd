// configuration/ota/part
import { z } from 'zod';
import { call } from '../../../call.ts';
import { firmwareId } from '../../../entities/firmware.ts';
import { int } from '../../../entities/parts.ts';
import { file } from '../../../files.ts';
import { FIRMWARE_BYTES, FIRMWARE_CHUNK_BYTES } from '../../../firmware.ts';

export const configurationOtaPart = call({
  summary:
    'Takes the next piece of a firmware’s file; one that is there already changes nothing. With the last one the server computes the SHA-256 and checks the maker’s signature: a file with a wrong one is dropped.',
  access: { anyOf: ['OtaChange'] },
  request: z.object({
    id: firmwareId,
    /** Counted from 0. */
    piece: int(0, FIRMWARE_BYTES / FIRMWARE_CHUNK_BYTES),
    file: file(FIRMWARE_CHUNK_BYTES),
  }),
  takes: { most: 1, bytesEach: FIRMWARE_CHUNK_BYTES, bytesInAll: FIRMWARE_CHUNK_BYTES },
  response: z.object({
    /** Bytes received so far. */
    received: z.number().int(),
    isWhole: z.boolean(),
  }),
  errors: ['firmwareNotFound', 'filePiece', 'firmwareSignature', 'tooManyRequests'],
  transaction: 'manual',
  changes: true,
  timeoutMs: 120_000,
});
