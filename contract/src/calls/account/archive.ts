// account/archive
import { z } from 'zod';
import { call } from '../../call.ts';

export const accountArchive = call({
  summary: 'How far the archive of all that the account owns is.',
  access: 'signedIn',
  request: z.object({}),
  response: z.object({
    /** Null: none was requested, or it has expired. */
    archive: z
      .object({
        state: z.enum(['waiting', 'ready', 'failed']),
        plants: z.number().int(),
        donePlants: z.number().int(),
        bytes: z.number().int(),
        /** Reason of the failure: the plants have more history than one file can hold, or an internal fault. */
        failure: z.enum(['tooLarge', 'fault']).nullable(),
        /** End of availability; null while it is being built. */
        untilIso: z.string().nullable(),
      })
      .nullable(),
  }),
});
