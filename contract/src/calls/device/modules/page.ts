// device/modules/page
import { z } from 'zod';
import { call } from '../../../call.ts';
import { sid } from '../../../entities/parts.ts';

export const deviceModulesPage = call({
  summary: "The pages that a plant's modules are sorted into, in their order; their figures are site/modules/page's.",
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid }),
  response: z.object({ list: z.array(z.object({ page: z.number().int(), name: z.string() })) }),
  errors: ['siteNotFound', 'deviceNotFound'],
});
