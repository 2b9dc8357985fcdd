// product/sn
import { z } from 'zod';
import { call } from '../../call.ts';
import { sn } from '../../entities/parts.ts';
import { REPORT_KINDS } from '../../report.ts';

export const productSn = call({
  summary:
    "Looks serial numbers up before they are added: product, seen on line or not. A number in another company's plant is answered as one that nobody knows. An empty list returns only the products.",
  access: { anyOf: ['SiteCreate', 'SiteUpdate', 'DeviceRegister'] },
  request: z.object({ sn: z.array(sn).max(500) }),
  response: z.object({
    list: z.array(
      z.object({
        sn: z.string(),
        /** 0 if not registered. */
        model: z.number().int(),
        modelName: z.string(),
        /** The product that fits its unverified announcement; 0: it announced nothing. */
        announcedModel: z.number().int(),
        /** `free`: reported or registered, and of no plant; `yours`: in a plant of the user's branch or their own; otherwise `unknown`. */
        state: z.enum(['free', 'yours', 'unknown']),
        /** Last received frame, ISO 8601; null: never. */
        lastSeenIso: z.string().nullable(),
      }),
    ),
    /** Products that may be assigned to a serial number without one. */
    products: z.array(
      z.object({
        model: z.number().int(),
        modelName: z.string(),
        kind: z.enum(REPORT_KINDS),
        /** 0: the device reports the number of its inputs. */
        inputs: z.number().int(),
      }),
    ),
  }),
  errors: ['tooManyRequests'],
});
