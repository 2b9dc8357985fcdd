// configuration/documentation/part
import { z } from 'zod';
import { call } from '../../../call.ts';
import { documentId } from '../../../entities/document.ts';
import { int } from '../../../entities/parts.ts';
import { file } from '../../../files.ts';
import { DOCUMENT_BYTES_IN_PIECES, DOCUMENT_PIECE_BYTES } from '../../../limits.ts';

export const configurationDocumentationPart = call({
  summary:
    'Takes the next piece of a document’s file; one that is there already changes nothing. With the last one its text is read and the document published: a file that is not what its name says, or not the one that was announced, is dropped.',
  access: { anyOf: ['DocumentChange'] },
  request: z.object({
    id: documentId,
    /** Counted from 0. */
    piece: int(0, DOCUMENT_BYTES_IN_PIECES / DOCUMENT_PIECE_BYTES),
    file: file(DOCUMENT_PIECE_BYTES),
  }),
  takes: { most: 1, bytesEach: DOCUMENT_PIECE_BYTES, bytesInAll: DOCUMENT_PIECE_BYTES },
  response: z.object({
    /** Bytes that are there. */
    received: z.number().int(),
    isWhole: z.boolean(),
  }),
  refusals: [
    'noSuchDocument',
    'otherCompanysDocument',
    'filePiece',
    'otherFile',
    'documentType',
    'documentUnreadable',
    'fileInfected',
    'fileNotScanned',
    'tooManyRequests',
  ],
  transaction: 'own',
  changes: true,
  timeoutMs: 120_000,
});
