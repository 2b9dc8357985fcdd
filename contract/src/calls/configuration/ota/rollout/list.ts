// configuration/ota/rollout/list
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { firmwareId } from '../../../../entities/firmware.ts';
import { page } from '../../../../entities/page.ts';
import { rolloutRow } from '../../../../entities/rollout.ts';

export const configurationOtaRolloutList = call({
  summary:
    'Roll-outs that people of the caller’s company have begun, the newest first, with how far each is; of one version of firmware, or of all.',
  access: { anyOf: ['DeviceControl'] },
  request: z.object({ id: firmwareId.optional(), page: page.prefault({}) }),
  response: z.object({
    list: z.array(rolloutRow),
    total: z.number().int(),
    /** Whether this session may begin one. */
    mayBegin: z.boolean(),
    needsSecondFactor: z.boolean(),
  }),
});
