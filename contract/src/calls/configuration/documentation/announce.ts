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
    /** Its ending says what the file is; the file has to be that. */
    fileName: text(200, 1),
    bytes: int(1, MAX_CHUNKED_DOCUMENT_BYTES),
    /** Of the whole file, hex: what comes in, also after a break, has to be that. */
    sha256: sha256.optional(),
    replaces: documentId.optional(),
  }),
  response: z.object({
    id: z.number().int(),
    /** Of each piece but the last. */
    pieceBytes: z.number().int(),
  }),
  refusals: [
    'documentNotFound',
    'otherCompanysDocument',
    'documentType',
    'tooManyDocuments',
    'documentsFull',
    'productNotFound',
  ],
  transaction: 'change',
});
