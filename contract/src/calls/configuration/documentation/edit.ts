// configuration/documentation/edit
import { z } from 'zod';
import { call } from '../../../call.ts';
import { documentFields, documentId } from '../../../entities/document.ts';
import { int } from '../../../entities/parts.ts';

export const configurationDocumentationEdit = call({
  summary: 'Changes what is said of a version of a document; another file is another version.',
  access: { anyOf: ['DocumentChange'] },
  request: z.object({
    id: documentId,
    ...documentFields,
    /** Revision as read; a different one means that it was changed meanwhile. */
    revision: int(1),
  }),
  response: z.object({}),
  errors: ['documentNotFound', 'otherCompanysDocument', 'documentHasChanged', 'productNotFound'],
  transaction: 'change',
});
