// ksp/recordTime (spelling of the API: times when settings were read)
import { z } from 'zod';
import { call } from '../../call.ts';
import { batteryErrors, batteryRequest, batterySettings } from '../../entities/battery.ts';
import { page } from '../../entities/page.ts';

export const kspRecordTime = call({
  summary:
    'When whole sets of settings of a hybrid’s battery were read from the device, and what they were, the newest first; of its newest thousand commands.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: batteryRequest.extend({ page: page.prefault({}) }),
  response: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        iso: z.string(),
        /** False: read on request, not after a change. */
        isChange: z.boolean(),
        settings: batterySettings,
      }),
    ),
    total: z.number().int(),
  }),
  errors: batteryErrors.read,
});
