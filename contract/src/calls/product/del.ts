// product/del
import { z } from 'zod';
import { call } from '../../call.ts';
import { modelCode } from '../../entities/product.ts';

export const productDel = call({
  summary: 'Deletes a product of which there is no device and no serial number.',
  access: { anyOf: ['ProductChange'] },
  request: z.object({ model: modelCode }),
  response: z.object({}),
  errors: ['productNotFound', 'otherCompanysProduct', 'productIsBuiltIn', 'productInUse'],
  transaction: 'change',
});
