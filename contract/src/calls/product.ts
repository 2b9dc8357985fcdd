// Products and serial numbers: what a number is, and whether it can be added to a plant.
import { z } from 'zod';
import { call } from '../call.ts';
import { sn, text } from '../entities/parts.ts';

export const productCalls = {
  'product/sn': call({
    summary:
      "Looks serial numbers up before they are added: product, seen on line or not. A number in another company's plant is answered as one that nobody knows.",
    access: { anyOf: ['SiteCreate', 'SiteUpdate', 'DeviceRegister'] },
    request: z.object({ sn: z.array(sn).min(1).max(500) }),
    response: z.object({
      list: z.array(
        z.object({
          sn: z.string(),
          /** 0 when neither the registry nor its frames tell. */
          model: z.number().int(),
          modelName: z.string(),
          /** `free`: heard or in the registry, and of no plant; `yours`: in a plant of one's branch, or one's own; else `unknown`. */
          state: z.enum(['free', 'yours', 'unknown']),
          /** Last frame seen, ISO 8601; null for never. */
          lastSeenIso: z.string().nullable(),
        }),
      ),
      /** Products a serial number may be given when its own is not known. */
      products: z.array(z.object({ model: z.number().int(), modelName: z.string() })),
    }),
    refusals: ['tooManyRequests'],
  }),
  'product/sn/info': call({
    summary: 'The product and functions of serial numbers.',
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
    refusals: ['tooManyRequests'],
  }),
} as const;
