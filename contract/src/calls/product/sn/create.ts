// product/sn/create
import { z } from 'zod';
import { call } from '../../../call.ts';
import { sn } from '../../../entities/parts.ts';
import { modelCode } from '../../../entities/product.ts';
import { enteredNumber } from '../../../entities/serialNumber.ts';

export const productSnCreate = call({
  summary:
    'Enters serial numbers as devices of a product, before they are in a plant: they become the stock of the caller\u2019s company, an administrator\u2019s of none. All of them, or none while one cannot be entered; told of each.',
  access: { anyOf: ['SnImport'] },
  request: z.object({ model: modelCode, sn: z.array(sn).min(1).max(500) }),
  response: z.object({ isWritten: z.boolean(), list: z.array(enteredNumber) }),
  errors: ['productNotFound', 'tooManyRequests'],
  transaction: 'change',
});
