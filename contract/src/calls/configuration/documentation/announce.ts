// configuration/documentation/announce
import { z } from 'zod';
import { call } from '../../../call.ts';
import { documentFields, documentId } from '../../../entities/document.ts';
import { int, sha256, text } from '../../../entities/parts.ts';
import { MAX_CHUNKED_DOCUMENT_BYTES } from '../../../limits.ts';

export const configurationDocumentationAnnounce = call({
  summary:
    'Announces a document of at most 256 MB, as `configuration/documentation/create` otherwise; its file follows in pieces (configuration/documentation/part), and an upload that broke off goes on where it was for 7 days. Until all of it is there nobody else sees it.',
  access: { anyOf: ['DocumentChange'] },
  request: z.object({
    ...documentFields,
    /** The file must match the type of its extension. */
    fileName: text(200, 1),
    bytes: int(1, MAX_CHUNKED_DOCUMENT_BYTES),
    /** SHA-256 of the whole file, hex: the upload must match it, also after an interruption. */
    sha256: sha256.optional(),
    replaces: documentId.optional(),
  }),
  response: z.object({
    id: z.number().int(),
    /** Size of each chunk except the last. */
    pieceBytes: z.number().int(),
  }),
  errors: [
    'documentNotFound',
    'otherCompanysDocument',
    'documentType',
    'tooManyDocuments',
    'documentsFull',
    'productNotFound',
  ],
  transaction: 'change',
});
