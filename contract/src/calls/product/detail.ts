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
    /** Null: not requested. */
    product: productRow
      .extend({
        remark: z.string(),
        functions: productFields.functions,
        parameters: productFields.parameters,
        /** Incremented with each change. */
        version: z.number().int(),
        /** Devices of this product exist: kind, parsing profile, phases and used inputs are then fixed. */
        isUsed: z.boolean(),
      })
      .nullable(),
    /** Profiles for parsing frames and reports, each with the kinds of devices it fits; `inputs`: maximum it reports, 0: as many as the device reports. */
    profiles: z.array(z.object({ name: z.string(), kinds: z.array(z.enum(PRODUCT_KINDS)), inputs: z.number().int() })),
  }),
  errors: ['productNotFound'],
});
