// site/layoutPhoto
import { z } from 'zod';
import { call } from '../../call.ts';
import { sid } from '../../entities/parts.ts';
import { file } from '../../files.ts';
import { PHOTO_BYTES } from '../../limits.ts';

export const siteLayoutPhoto = call({
  summary:
    'Takes a photo of the roof (PNG, JPEG or WebP) to lie below the layout once site/updateLayoutInfo names it; it is re-encoded, so that nothing but the picture is kept.',
  access: { anyOf: ['SiteUpdate'] },
  request: z.object({ sid, photo: file(PHOTO_BYTES) }),
  takes: { most: 1, bytesEach: PHOTO_BYTES, bytesInAll: PHOTO_BYTES },
  response: z.object({
    name: z.string(),
    path: z.string(),
    width: z.number().int(),
    height: z.number().int(),
  }),
  errors: ['siteNotFound', 'siteReadOnly', 'pictureUnreadable', 'pictureTooWide', 'tooManyRequests'],
  transaction: 'manual',
  changes: true,
});
