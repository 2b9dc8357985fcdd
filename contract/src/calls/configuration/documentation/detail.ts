// configuration/documentation/detail
import { z } from 'zod';
import { call } from '../../../call.ts';
import { documentId, documentRow, documentVersion } from '../../../entities/document.ts';

export const configurationDocumentationDetail = call({
  summary: 'One version of a document, and all versions that there are of it, the newest first.',
  access: { anyOf: ['Documentation'] },
  request: z.object({ id: documentId }),
  response: z.object({
    document: documentRow.extend({
      /** Incremented with each change. */
      revision: z.number().int(),
      /** False: only part of its pages or text is searchable. */
      isWhole: z.boolean(),
      /** Uploader, for users who may edit; '': the account no longer exists, or not permitted. */
      addedBy: z.string(),
      /** For an incomplete upload: announced SHA-256 of the whole file, hex; '': not announced. */
      toldSha256: z.string(),
    }),
    versions: z.array(documentVersion),
  }),
  errors: ['documentNotFound'],
});
