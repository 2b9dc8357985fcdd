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
      /** Rises with each change. */
      revision: z.number().int(),
      /** False: it has more pages, or more text, than is searched. */
      isWhole: z.boolean(),
      /** Who brought it in, for who may change it; '': nobody who still has an account, or not to be told. */
      addedBy: z.string(),
      /** Of one that is still coming, hex: SHA-256 of the whole, as it was announced; '': nobody said. */
      toldSha256: z.string(),
    }),
    versions: z.array(documentVersion),
  }),
  refusals: ['documentNotFound'],
});
