// brand/removeMark
import { z } from 'zod';
import { call } from '../../call.ts';
import { brandId, brandMarks } from '../../entities/brand.ts';

export const brandRemoveMark = call({
  summary: 'Removes an uploaded mark; the brand shows the mark that ships with the portal again.',
  access: { anyOf: ['Brands'] },
  request: z.object({ id: brandId, scheme: z.enum(['light', 'dark']) }),
  response: z.object({ marks: brandMarks }),
  errors: ['forbidden'],
  transaction: 'change',
});
