// product/list
import { z } from 'zod';
import { call } from '../../call.ts';
import { page, sortBy, textFilter, wordFilter } from '../../entities/page.ts';
import { productRow } from '../../entities/product.ts';
import { PRODUCT_KINDS } from '../../products.ts';

export const productList = call({
  summary: 'The catalogue of products: those that came with the portal, and those that companies added.',
  access: { anyOf: ['Products'] },
  request: z.object({
    page: page.prefault({}),
    filters: z
      .object({
        /** Part of a name, or prefix of a model code. */
        keywords: textFilter,
        kind: wordFilter(PRODUCT_KINDS),
        /** Whether it is built in or was created by a company. */
        origin: wordFilter(['portal', 'companies']),
      })
      .prefault({}),
    sort: sortBy(['name', 'model', 'kind', 'ratedPowerW']),
  }),
  response: z.object({
    list: z.array(
      productRow.extend({
        /** Documents that name it and the user may read (configuration/documentation/list). */
        documentCount: z.number().int(),
      }),
    ),
    total: z.number().int(),
  }),
});
