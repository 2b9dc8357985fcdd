// product/create
import { z } from 'zod';
import { call } from '../../call.ts';
import { modelCode, productFields } from '../../entities/product.ts';

export const productCreate = call({
  summary:
    'Adds a product to the catalogue: all may give it to their devices, the company of who added it and administrators change it. Devices that announce its name as their model, and are of its kind, become devices of it.',
  access: { anyOf: ['ProductChange'] },
  request: z.object({ model: modelCode, ...productFields }),
  response: z.object({ model: z.number().int() }),
  errors: ['modelTaken', 'productNameTaken', 'profileDoesNotFit', 'tooManyInputs'],
  transaction: 'change',
});
