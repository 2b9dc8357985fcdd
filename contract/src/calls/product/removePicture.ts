// product/removePicture
import { z } from 'zod';
import { call } from '../../call.ts';
import { modelCode } from '../../entities/product.ts';

export const productRemovePicture = call({
  summary: 'Removes the picture of a product.',
  access: { anyOf: ['ProductChange'] },
  request: z.object({ model: modelCode }),
  response: z.object({}),
  errors: ['productNotFound', 'otherCompanysProduct'],
  transaction: 'change',
});
