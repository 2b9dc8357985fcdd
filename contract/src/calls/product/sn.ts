// product/sn
import { z } from 'zod';
import { call } from '../../call.ts';
import { sn } from '../../entities/parts.ts';
import { REPORT_KINDS } from '../../report.ts';

export const productSn = call({
  summary:
    "Looks serial numbers up before they are added: product, seen on line or not. A number in another company's plant is answered as one that nobody knows.",
  access: { anyOf: ['SiteCreate', 'SiteUpdate', 'DeviceRegister'] },
  request: z.object({ sn: z.array(sn).min(1).max(500) }),
  response: z.object({
    list: z.array(
      z.object({
        sn: z.string(),
        /** 0 when the registry does not tell. */
        model: z.number().int(),
        modelName: z.string(),
        /** The product that fits what it announced of itself, which nobody has proved; 0: it announced nothing. */
        announcedModel: z.number().int(),
        /** `free`: heard or in the registry, and of no plant; `yours`: in a plant of one's branch, or one's own; else `unknown`. */
        state: z.enum(['free', 'yours', 'unknown']),
        /** Last frame seen, ISO 8601; null for never. */
        lastSeenIso: z.string().nullable(),
      }),
    ),
    /** Products a serial number may be given when its own is not known. */
    products: z.array(
      z.object({
        model: z.number().int(),
        modelName: z.string(),
        kind: z.enum(REPORT_KINDS),
        /** 0: it tells how many once it reports. */
        inputs: z.number().int(),
      }),
    ),
  }),
  refusals: ['tooManyRequests'],
});
