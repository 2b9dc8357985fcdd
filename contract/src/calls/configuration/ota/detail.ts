// configuration/ota/detail
import { z } from 'zod';
import { call } from '../../../call.ts';
import { firmwareId, firmwareRow } from '../../../entities/firmware.ts';

export const configurationOtaDetail = call({
  summary: 'One version of firmware.',
  access: { anyOf: ['OtaFile'] },
  request: z.object({ id: firmwareId }),
  response: z.object({
    firmware: firmwareRow.extend({
      /** Incremented with each change. */
      revision: z.number().int(),
      /** Uploader, for users who may edit; '': the account no longer exists. */
      addedBy: z.string(),
    }),
  }),
  errors: ['firmwareNotFound'],
});
