// configuration/ota/list/sn
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { firmwareDevice, firmwareId } from '../../../../entities/firmware.ts';
import { page, textFilter } from '../../../../entities/page.ts';
import { sid } from '../../../../entities/parts.ts';
import { devices } from '../../../../pageModules.ts';

export const configurationOtaListSn = call({
  summary:
    'The devices of a firmware’s model in the plants that the caller sees: what runs in each, whether this version is offered to it, and how far its last update is.',
  access: { anyOf: ['OtaFile'] },
  request: z.object({
    id: firmwareId,
    page: page.prefault({}),
    filters: z
      .object({
        /** Prefix of the serial number, or part of the device’s or plant’s name. */
        keywords: textFilter,
        sid: sid.optional(),
      })
      .prefault({}),
  }),
  response: z.object({
    list: devices(z.array(firmwareDevice), []),
    total: z.number().int(),
    /** Signed in with a password alone, which does not allow updates. */
    needsSecondFactor: z.boolean(),
  }),
  errors: ['firmwareNotFound'],
});
