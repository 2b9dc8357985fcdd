// account/picture
import { z } from 'zod';
import { call } from '../../call.ts';
import { file } from '../../files.ts';
import { PICTURE_BYTES } from '../../limits.ts';

export const accountPicture = call({
  summary:
    'Keeps a picture of the signed-in user in place of any before: PNG, JPEG or WebP, at most 4096 pixels wide and high.',
  access: 'signedIn',
  request: z.object({ picture: file(PICTURE_BYTES) }),
  takes: { most: 1, bytesEach: PICTURE_BYTES, bytesInAll: PICTURE_BYTES },
  /** Same as in account/info; anyone who knows the URL can see the picture. */
  response: z.object({ headerImg: z.string(), fullHeaderImg: z.string() }),
  errors: ['pictureUnreadable', 'pictureTooWide', 'fileInfected', 'fileNotScanned', 'tooManyRequests'],
  transaction: 'manual',
  changes: true,
});
