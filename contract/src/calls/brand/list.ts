// brand/list
import { z } from 'zod';
import { call } from '../../call.ts';

export const brandList = call({
  summary: 'The fourteen brands, by their ids.',
  access: { anyOf: ['Brands'] },
  request: z.object({}),
  response: z.object({
    list: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        code: z.string(),
        companyName: z.string(),
        /** Relative address of the mark for light backgrounds. */
        mark: z.string(),
        accentLight: z.string(),
        /** First host name; "": none. */
        host: z.string(),
        /** Companies with the brand. */
        companies: z.number().int(),
        /** Whether pages under a host name of no brand show it (the setting BRAND). */
        isDefault: z.boolean(),
      }),
    ),
  }),
});
