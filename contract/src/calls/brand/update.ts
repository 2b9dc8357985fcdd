// brand/update
import { z } from 'zod';
import { call } from '../../call.ts';
import { brandFields, brandId } from '../../entities/brand.ts';
import { version } from '../../entities/role.ts';

export const brandUpdate = call({
  summary: 'Changes a brand as a whole, except its marks.',
  access: { anyOf: ['Brands'] },
  request: z.object({
    id: brandId,
    /** Version that was read; a change of an outdated version is refused. */
    version,
    ...brandFields,
  }),
  response: z.object({ version: z.number().int() }),
  errors: ['forbidden', 'changedMeanwhile', 'brandContrast', 'brandHostTaken', 'brandNameTaken'],
  transaction: 'change',
});
