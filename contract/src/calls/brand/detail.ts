// brand/detail
import { z } from 'zod';
import { call } from '../../call.ts';
import { brandFields, brandId, brandMarks } from '../../entities/brand.ts';

export const brandDetail = call({
  summary: 'Everything that operators may change of a brand, with the addresses of its marks.',
  access: { anyOf: ['Brands'] },
  request: z.object({ id: brandId }),
  response: z.object({
    id: z.number().int(),
    version: z.number().int(),
    ...brandFields,
    marks: brandMarks,
    /** Whether a mark was uploaded for the scheme. */
    uploaded: z.object({ light: z.boolean(), dark: z.boolean() }),
    /** Address of the brand's pages, which links in mails begin with. */
    url: z.string(),
  }),
});
