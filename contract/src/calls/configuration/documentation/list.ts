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
  cost: 'expensive',
  request: z.object({
    page: page.prefault({}),
    filters: z
      .object({
        /** Words that all occur in the title, file name or text; prefixes are sufficient. */
        keywords: textFilter,
        language: wordFilter(DOCUMENT_LANGUAGES),
        /** Product name: matches its documents and those of all products. */
        product: textFilter,
        /** Model code: matches only documents that name it. */
        model: textFilter,
        versions: wordFilter(['newest', 'all']),
      })
      .prefault({}),
    /** `fit`, or omitted: best matches first for a search, otherwise by title. */
    sort: sortBy(['fit', 'title', 'created', 'bytes']),
  }),
  response: z.object({
    list: z.array(
      documentRow.extend({
        /** Position of the words; null: no search. */
        hit: z
          .object({
            /** Page of a PDF; null: match in the title, or the file has no pages. */
            page: z.number().int().nullable(),
            /** Excerpt around the words, in order. */
            parts: z.array(z.object({ text: z.string(), isHit: z.boolean() })),
          })
          .nullable(),
      }),
    ),
    total: z.number().int(),
  }),
});
