// configuration/inverter/setupDefaultValue
import { z } from 'zod';
import { call } from '../../../call.ts';
import { modelCode, productFields } from '../../../entities/product.ts';

export const configurationInverterSetupDefaultValue = call({
  summary:
    'What can be set in the devices of a product: its catalogue of parameters, with what they are from the factory.',
  access: { anyOf: ['InverterConfiguration'] },
  request: z.object({ model: modelCode }),
  response: z.object({
    model: z.number().int(),
    name: z.string(),
    parameters: productFields.parameters,
  }),
  errors: ['productNotFound'],
});
