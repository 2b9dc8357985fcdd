// product/detail
import { z } from 'zod';
import { call } from '../../call.ts';
import { modelCode, productFields, productRow } from '../../entities/product.ts';
import { PRODUCT_KINDS } from '../../products.ts';

export const productDetail = call({
  summary:
    'One product with its functions and its catalogue of parameters, and how devices of each kind can be read; without a model code that alone.',
  access: { anyOf: ['Products'] },
  request: z.object({ model: modelCode.optional() }),
  response: z.object({
    /** Null: none was asked for. */
    product: productRow
      .extend({
        remark: z.string(),
        functions: productFields.functions,
        parameters: productFields.parameters,
        /** Rises with each change. */
        version: z.number().int(),
        /** Devices are of it: then they keep their kind, their way of being read, their phases and the inputs that modules hang on. */
        isUsed: z.boolean(),
      })
      .nullable(),
    /** Profiles by which frames and reports are read, each with the kinds of devices that it fits; `inputs`: the most that it tells of, 0 as many as the device says. */
    profiles: z.array(z.object({ name: z.string(), kinds: z.array(z.enum(PRODUCT_KINDS)), inputs: z.number().int() })),
  }),
  refusals: ['productNotFound'],
});
