// configuration/documentation/create
import { z } from 'zod';
import { call } from '../../../call.ts';
import { documentFields, documentId } from '../../../entities/document.ts';
import { text } from '../../../entities/parts.ts';
import { file } from '../../../files.ts';
import { DOCUMENT_BYTES } from '../../../limits.ts';

export const configurationDocumentationCreate = call({
  summary:
    'Publishes a document (PDF, text, Markdown, Word or Excel) of at most 16 MB (a larger one by configuration/documentation/announce): an administrator’s for everybody, others’ for their company and those below it. Its text is read, so that it can be searched. As the next version of another one (`replaces`) it takes its place, and that one stays.',
  access: { anyOf: ['DocumentChange'] },
  request: z.object({
    ...documentFields,
    /** The file must match the type of its extension. */
    fileName: text(200, 1),
    file: file(DOCUMENT_BYTES),
    replaces: documentId.optional(),
  }),
  takes: { most: 1, bytesEach: DOCUMENT_BYTES, bytesInAll: DOCUMENT_BYTES },
  response: z.object({ id: z.number().int() }),
  errors: [
    'documentNotFound',
    'otherCompanysDocument',
    'documentType',
    'documentUnreadable',
    'fileInfected',
    'fileNotScanned',
    'tooManyDocuments',
    'documentsFull',
    'productNotFound',
    'tooManyRequests',
  ],
  transaction: 'manual',
  changes: true,
  timeoutMs: 120_000,
});
