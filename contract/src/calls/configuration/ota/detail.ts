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
      /** Rises with each change. */
      revision: z.number().int(),
      /** Who brought it in, for who may change it; '': nobody who still has an account. */
      addedBy: z.string(),
    }),
  }),
  refusals: ['firmwareNotFound'],
});
