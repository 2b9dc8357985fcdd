// configuration/documentation/link
import { z } from 'zod';
import { call } from '../../../call.ts';
import { documentId } from '../../../entities/document.ts';

export const configurationDocumentationLink = call({
  summary:
    'An address at which the file of a document can be fetched by GET for ten minutes, whole or in ranges, while the session lasts and may read it.',
  access: { anyOf: ['Documentation'] },
  request: z.object({ id: documentId }),
  response: z.object({
    /** Relative to the portal's URL. */
    path: z.string(),
    fileName: z.string(),
    expiresIso: z.string(),
  }),
  errors: ['documentNotFound'],
});
