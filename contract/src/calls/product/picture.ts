// product/picture
import { z } from 'zod';
import { call } from '../../call.ts';
import { modelCode } from '../../entities/product.ts';
import { file } from '../../files.ts';
import { PHOTO_BYTES } from '../../limits.ts';

export const productPicture = call({
  summary:
    'Keeps the picture of a product (PNG, JPEG or WebP) in place of the one before; it is re-encoded, so that nothing but the picture is kept.',
  access: { anyOf: ['ProductChange'] },
  request: z.object({ model: modelCode, picture: file(PHOTO_BYTES) }),
  takes: { most: 1, bytesEach: PHOTO_BYTES, bytesInAll: PHOTO_BYTES },
  response: z.object({
    /** Unguessable path relative to the portal's URL. */
    picture: z.string(),
  }),
  errors: ['productNotFound', 'otherCompanysProduct', 'pictureUnreadable', 'pictureTooWide', 'tooManyRequests'],
  transaction: 'manual',
  changes: true,
});
