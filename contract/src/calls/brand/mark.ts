// brand/mark
import { z } from 'zod';
import { call } from '../../call.ts';
import { brandId, brandMarks } from '../../entities/brand.ts';
import { file } from '../../files.ts';
import { MARK_BYTES } from '../../limits.ts';

export const brandMark = call({
  summary:
    'Stores a mark of a brand (SVG, PNG, JPEG or WebP) in place of the one before, as a square PNG of 512 pixels; icons are made from the light one.',
  access: { anyOf: ['Brands'] },
  request: z.object({
    id: brandId,
    /** `dark`: for dark backgrounds; without one they show the light mark. */
    scheme: z.enum(['light', 'dark']),
    picture: file(MARK_BYTES),
  }),
  takes: { most: 1, bytesEach: MARK_BYTES, bytesInAll: MARK_BYTES },
  response: z.object({ marks: brandMarks }),
  errors: ['forbidden', 'pictureUnreadable', 'fileInfected', 'fileNotScanned', 'tooManyRequests'],
  transaction: 'manual',
  changes: true,
});
