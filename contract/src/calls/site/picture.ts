// site/picture
import { z } from 'zod';
import { call } from '../../call.ts';
import { sid } from '../../entities/parts.ts';
import { pictureOfSite } from '../../entities/site.ts';
import { file } from '../../files.ts';
import { PHOTO_BYTES } from '../../limits.ts';

export const sitePicture = call({
  summary:
    'Keeps a picture of a plant (PNG, JPEG or WebP) beside those that it has; it is re-encoded, so that nothing but the picture is kept.',
  access: { anyOf: ['SiteUpdate'] },
  request: z.object({ sid, picture: file(PHOTO_BYTES) }),
  takes: { most: 1, bytesEach: PHOTO_BYTES, bytesInAll: PHOTO_BYTES },
  response: pictureOfSite,
  errors: ['siteNotFound', 'siteReadOnly', 'pictureUnreadable', 'pictureTooWide', 'picturesFull', 'tooManyRequests'],
  transaction: 'manual',
  changes: true,
});
