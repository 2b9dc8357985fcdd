// configuration/documentation/part
import { z } from 'zod';
import { call } from '../../../call.ts';
import { documentId } from '../../../entities/document.ts';
import { int } from '../../../entities/parts.ts';
import { file } from '../../../files.ts';
import { DOCUMENT_CHUNK_BYTES, MAX_CHUNKED_DOCUMENT_BYTES } from '../../../limits.ts';

export const configurationDocumentationPart = call({
  summary:
    'Takes the next piece of a document’s file; one that is there already changes nothing. With the last one its text is read and the document published: a file that is not what its name says, or not the one that was announced, is dropped.',
  access: { anyOf: ['DocumentChange'] },
  request: z.object({
    id: documentId,
    /** Counted from 0. */
    piece: int(0, MAX_CHUNKED_DOCUMENT_BYTES / DOCUMENT_CHUNK_BYTES),
    file: file(DOCUMENT_CHUNK_BYTES),
  }),
  takes: { most: 1, bytesEach: DOCUMENT_CHUNK_BYTES, bytesInAll: DOCUMENT_CHUNK_BYTES },
  response: z.object({
    /** Bytes received so far. */
    received: z.number().int(),
    isWhole: z.boolean(),
  }),
  errors: [
    'documentNotFound',
    'otherCompanysDocument',
    'filePiece',
    'otherFile',
    'documentType',
    'documentUnreadable',
    'fileInfected',
    'fileNotScanned',
    'tooManyRequests',
  ],
  transaction: 'manual',
  changes: true,
  timeoutMs: 120_000,
});
