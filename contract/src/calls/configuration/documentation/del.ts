// configuration/documentation/del
import { z } from 'zod';
import { call } from '../../../call.ts';
import { documentId } from '../../../entities/document.ts';
import { wordFilter } from '../../../entities/page.ts';

export const configurationDocumentationDel = call({
  summary:
    'Deletes one version of a document with its file and its text, or all of them; of what stays the newest takes its place.',
  access: { anyOf: ['DocumentChange'] },
  request: z.object({ id: documentId, versions: wordFilter(['this', 'all']) }),
  response: z.object({}),
  errors: ['documentNotFound', 'otherCompanysDocument'],
  transaction: 'change',
});
