// product/sn/info
import { z } from 'zod';
import { call } from '../../../call.ts';
import { text } from '../../../entities/parts.ts';

export const productSnInfo = call({
  summary:
    "The product and functions of serial numbers: of plants that the caller sees, and to who may add devices of those that are in none. A number in another's plant is answered as one that nobody knows.",
  access: 'signedIn',
  request: z.object({ sn: z.array(text(40).toUpperCase()).min(1).max(500) }),
  response: z.object({
    list: z.array(
      z.object({
        sn: z.string(),
        model: z.number().int(),
        modelName: z.string(),
        funcList: z.array(
          z.object({
            func_id: z.number().int(),
            func_name: z.string(),
            signal_mqtt: z.string(),
            signal_bluetooth: z.string(),
            signal_at: z.string(),
            signal_ap: z.string(),
          }),
        ),
        is_exist: z.boolean(),
      }),
    ),
  }),
  errors: ['tooManyRequests'],
});
