// configuration/ota/link
import { z } from 'zod';
import { call } from '../../../call.ts';
import { firmwareId } from '../../../entities/firmware.ts';

export const configurationOtaLink = call({
  summary:
    'An address at which the file of a firmware can be fetched by GET for ten minutes, whole or in ranges, while the session lasts and may read it.',
  access: { anyOf: ['OtaFile'] },
  request: z.object({ id: firmwareId }),
  response: z.object({
    /** Relative to the portal's URL. */
    path: z.string(),
    fileName: z.string(),
    expiresIso: z.string(),
  }),
  errors: ['firmwareNotFound', 'firmwareNotWhole'],
});
