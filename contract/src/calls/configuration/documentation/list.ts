// configuration/documentation/list
import { z } from 'zod';
import { call } from '../../../call.ts';
import { DOCUMENT_LANGUAGES } from '../../../documents.ts';
import { documentRow } from '../../../entities/document.ts';
import { page, sortBy, textFilter, wordFilter } from '../../../entities/page.ts';

export const configurationDocumentationList = call({
  summary:
    'Documents that the caller may read: those of the portal, and those that the own company and the companies above it published. The newest version of each, unless older ones are asked for, too.',
  access: { anyOf: ['Documentation'] },
  request: z.object({
    page: page.prefault({}),
    filters: z
      .object({
        /** Words that all stand in the title, the file's name or its text; of each its beginning is enough. */
        keywords: textFilter,
        language: wordFilter(DOCUMENT_LANGUAGES),
        /** The name of a product: its documents, and those of all products. */
        product: textFilter,
        /** A model code: the documents that name it, and no others. */
        model: textFilter,
        versions: wordFilter(['newest', 'all']),
      })
      .prefault({}),
    /** `fit`, or left out: the best hits first where words are searched, else by title. */
    sort: sortBy(['fit', 'title', 'created', 'bytes']),
  }),
  response: z.object({
    list: z.array(
      documentRow.extend({
        /** Where the words stand; null: none were searched. */
        hit: z
          .object({
            /** Of a PDF; null: in the title, or the file has no pages. */
            page: z.number().int().nullable(),
            /** A piece of the text around them, in order. */
            parts: z.array(z.object({ text: z.string(), isHit: z.boolean() })),
          })
          .nullable(),
      }),
    ),
    total: z.number().int(),
  }),
});
