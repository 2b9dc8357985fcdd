// account/archive
import { z } from 'zod';
import { call } from '../../call.ts';

export const accountArchive = call({
  summary: 'How far the archive of all that the account owns is.',
  access: 'signedIn',
  request: z.object({}),
  response: z.object({
    /** Null: none was asked for, or it is over. */
    archive: z
      .object({
        state: z.enum(['waiting', 'ready', 'failed']),
        plants: z.number().int(),
        donePlants: z.number().int(),
        bytes: z.number().int(),
        /** Why there is none: its plants have more history than one file holds, or a fault of ours. */
        failure: z.enum(['tooLarge', 'fault']).nullable(),
        /** Until when it can be fetched; null while it is being made. */
        untilIso: z.string().nullable(),
      })
      .nullable(),
  }),
});
