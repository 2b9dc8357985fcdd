// product/update
import { z } from 'zod';
import { call } from '../../call.ts';
import { int } from '../../entities/parts.ts';
import { modelCode, productFields } from '../../entities/product.ts';

export const productUpdate = call({
  summary:
    'Changes a product. While devices are of it, they keep their kind, their way of being read, their phases and the inputs that modules hang on; of one that came with the portal only rated power, remark, functions and parameters can be changed, by administrators.',
  access: { anyOf: ['ProductChange'] },
  request: z.object({
    model: modelCode,
    ...productFields,
    /** Version as read; a different one means that it was changed meanwhile. */
    version: int(1),
  }),
  response: z.object({}),
  errors: [
    'productNotFound',
    'otherCompanysProduct',
    'productHasChanged',
    'productNameTaken',
    'productIsBuiltIn',
    'productInUse',
    'inputsInUse',
    'profileDoesNotFit',
    'tooManyInputs',
  ],
  transaction: 'change',
});
